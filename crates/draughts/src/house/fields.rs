//! A deserializer of JSON values with structured errors; those of `serde_json` are English sentences.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use core::fmt;

use serde::de::value::{MapAccessDeserializer, MapDeserializer, SeqDeserializer};
use serde::de::{self, Deserializer, Expected, IntoDeserializer, Unexpected, Visitor};
use serde_json::Value;

use super::error::{ExpectedValue, FieldErrorKind, FoundValue};

/// A deserializer of a JSON value.
pub(super) struct JsonDeserializer(pub(super) Value);

/// A deserialization error.
#[derive(Debug)]
pub(super) struct Fault(pub(super) FieldErrorKind);

impl<'de> Deserializer<'de> for JsonDeserializer {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(value),
            Value::Number(number) => match (number.as_u64(), number.as_i64()) {
                (Some(whole), _) => visitor.visit_u64(whole),
                (None, Some(negative)) => visitor.visit_i64(negative),
                (None, None) => visitor.visit_f64(number.as_f64().unwrap_or(f64::NAN)),
            },
            Value::String(text) => visitor.visit_string(text),
            Value::Array(items) => {
                let mut items = SeqDeserializer::new(items.into_iter().map(JsonDeserializer));
                let value = visitor.visit_seq(&mut items)?;
                items.end()?;
                Ok(value)
            }
            Value::Object(fields) => {
                let mut fields = MapDeserializer::new(
                    fields.into_iter().map(|(key, value)| (key, JsonDeserializer(value))),
                );
                let value = visitor.visit_map(&mut fields)?;
                fields.end()?;
                Ok(value)
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        let wrong = |found, expected| Err(Fault(FieldErrorKind::WrongValue { found, expected }));
        match self.0 {
            Value::String(name) => visitor.visit_enum(name.into_deserializer()),
            Value::Object(fields) if fields.len() == 1 => {
                let fields = fields.into_iter().map(|(key, value)| (key, JsonDeserializer(value)));
                visitor.visit_enum(MapAccessDeserializer::new(MapDeserializer::new(fields)))
            }
            Value::Object(_) => wrong(FoundValue::Object, ExpectedValue::ObjectWithOneField),
            other => wrong(FoundValue::of(&other), ExpectedValue::Text),
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq
        tuple tuple_struct map struct identifier ignored_any
    }
}

impl<'de> IntoDeserializer<'de, Fault> for JsonDeserializer {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl FoundValue {
    fn of(value: &Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Boolean(*value),
            Value::Number(number) => Self::Number(number.to_string()),
            Value::String(text) => Self::Text(text.clone()),
            Value::Array(_) => Self::List,
            Value::Object(_) => Self::Object,
        }
    }

    /// Converts serde's description of a value; `None` for types that JSON does not have.
    fn from_unexpected(unexpected: Unexpected<'_>) -> Option<Self> {
        Some(match unexpected {
            Unexpected::Unit | Unexpected::Option => Self::Null,
            Unexpected::Bool(value) => Self::Boolean(value),
            Unexpected::Unsigned(number) => Self::Number(number.to_string()),
            Unexpected::Signed(number) => Self::Number(number.to_string()),
            Unexpected::Float(number) => Self::Number(number.to_string()),
            Unexpected::Str(text) => Self::Text(text.to_owned()),
            Unexpected::UnitVariant => Self::NameOnly,
            Unexpected::Seq => Self::List,
            Unexpected::Map => Self::Object,
            _ => return None,
        })
    }
}

impl ExpectedValue {
    /// Converts serde's name of a type.
    fn from_name(name: String) -> Self {
        match name.as_str() {
            "u8" => Self::WholeNumber(u8::MAX.into()),
            "u16" => Self::WholeNumber(u16::MAX.into()),
            "a string" => Self::Text,
            "a sequence" => Self::List,
            "newtype variant" | "tuple variant" => Self::Object,
            name if name.starts_with("struct ") => Self::Object,
            _ => Self::Other(name),
        }
    }
}

impl de::Error for Fault {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(FieldErrorKind::Other(message.to_string()))
    }

    fn invalid_type(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        match FoundValue::from_unexpected(unexpected) {
            Some(found) => {
                let expected = ExpectedValue::from_name(expected.to_string());
                Self(FieldErrorKind::WrongValue { found, expected })
            }
            None => Self::custom(format_args!("{unexpected}, expected {expected}")),
        }
    }

    fn invalid_value(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::invalid_type(unexpected, expected)
    }

    fn unknown_variant(found: &str, expected: &'static [&'static str]) -> Self {
        Self(FieldErrorKind::UnknownValue { found: found.to_owned(), expected })
    }

    fn unknown_field(found: &str, expected: &'static [&'static str]) -> Self {
        Self(FieldErrorKind::NotAField { found: found.to_owned(), expected })
    }

    fn missing_field(field: &'static str) -> Self {
        Self(FieldErrorKind::Missing(field))
    }
}

/// Required by the trait; texts for people are made elsewhere.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

impl core::error::Error for Fault {}
