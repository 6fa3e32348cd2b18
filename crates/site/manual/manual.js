// Renders the OpenAPI description as a page.

const response = await fetch("/api/v1/openapi.json");
const description = await response.json();
const main = document.getElementById("routes");

/** Creates an element with a text and a class. */
function element(name, text = "", className = "") {
  const created = document.createElement(name);
  created.textContent = text;
  created.className = className;
  return created;
}

/** Replaces references in a schema by what they refer to. A reference to an enclosing schema stays, as its name. */
function resolve(schema, seen = []) {
  if (Array.isArray(schema)) return schema.map((part) => resolve(part, seen));
  if (schema === null || typeof schema !== "object") return schema;
  if (schema.$ref) {
    const name = schema.$ref.split("/").pop();
    if (seen.includes(name)) return { see: name };
    return resolve(description.components.schemas[name], [...seen, name]);
  }
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, resolve(value, seen)]));
}

/** Renders the schema of a body: a title that expands to the schema. */
function renderSchema(title, content) {
  const types = Object.values(content ?? {});
  if (types.length === 0 || !types[0].schema) return element("p", title);
  const details = element("details");
  const pre = element("pre", JSON.stringify(resolve(types[0].schema), null, 2));
  details.append(element("summary", title), pre);
  return details;
}

/** Renders an operation: method and path, which expand to parameters, body and responses. */
function renderOperation(method, path, operation) {
  const details = element("details");
  const summary = element("summary");
  const code = element("code");
  code.append(element("span", method.toUpperCase(), "method"), ` ${path}`);
  summary.append(code, ` ${operation.summary ?? operation.description ?? ""}`);
  const body = element("div");
  for (const parameter of operation.parameters ?? []) {
    const required = parameter.required ? "required" : "optional";
    body.append(element("p", `${parameter.name} (${parameter.in}, ${required}): ${parameter.description ?? ""}`));
  }
  if (operation.requestBody) body.append(renderSchema("Request body", operation.requestBody.content));
  for (const [status, response] of Object.entries(operation.responses)) {
    body.append(renderSchema(`${status} ${response.description ?? ""}`, response.content));
  }
  details.append(summary, body);
  return details;
}

const byTag = new Map();
for (const [path, methods] of Object.entries(description.paths)) {
  for (const [method, operation] of Object.entries(methods)) {
    const tag = operation.tags?.[0] ?? "other";
    if (!byTag.has(tag)) byTag.set(tag, []);
    byTag.get(tag).push(renderOperation(method, path, operation));
  }
}
for (const [tag, operations] of byTag) {
  main.append(element("h2", tag), ...operations);
}
main.setAttribute("aria-busy", "false");
