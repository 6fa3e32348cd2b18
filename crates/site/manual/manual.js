// Lays out the description of the API as a page.

const response = await fetch("/api/v1/openapi.json");
const description = await response.json();
const main = document.getElementById("routes");

/** An element with a text. */
function element(name, text = "", className = "") {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = className;
  return made;
}

/** A schema with its references followed, each once, so that circles end. */
function resolved(schema, seen = []) {
  if (Array.isArray(schema)) return schema.map((part) => resolved(part, seen));
  if (schema === null || typeof schema !== "object") return schema;
  if (schema.$ref) {
    const name = schema.$ref.split("/").pop();
    if (seen.includes(name)) return { see: name };
    return resolved(description.components.schemas[name], [...seen, name]);
  }
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, resolved(value, seen)]));
}

/** A titled schema, folded. */
function schema(title, content) {
  const types = Object.values(content ?? {});
  if (types.length === 0 || !types[0].schema) return element("p", title);
  const details = element("details");
  const pre = element("pre", JSON.stringify(resolved(types[0].schema), null, 2));
  details.append(element("summary", title), pre);
  return details;
}

/** One operation. */
function operation(method, path, about) {
  const details = element("details");
  const summary = element("summary");
  const code = element("code");
  code.append(element("span", method.toUpperCase(), "method"), ` ${path}`);
  summary.append(code, ` ${about.summary ?? about.description ?? ""}`);
  const body = element("div");
  for (const parameter of about.parameters ?? []) {
    const required = parameter.required ? "required" : "optional";
    body.append(element("p", `${parameter.name} (${parameter.in}, ${required}): ${parameter.description ?? ""}`));
  }
  if (about.requestBody) body.append(schema("What is sent", about.requestBody.content));
  for (const [status, answer] of Object.entries(about.responses)) {
    body.append(schema(`${status} ${answer.description ?? ""}`, answer.content));
  }
  details.append(summary, body);
  return details;
}

const byTag = new Map();
for (const [path, methods] of Object.entries(description.paths)) {
  for (const [method, about] of Object.entries(methods)) {
    const tag = about.tags?.[0] ?? "other";
    if (!byTag.has(tag)) byTag.set(tag, []);
    byTag.get(tag).push(operation(method, path, about));
  }
}
for (const [tag, operations] of byTag) {
  main.append(element("h2", tag), ...operations);
}
main.setAttribute("aria-busy", "false");
