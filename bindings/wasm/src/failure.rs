//! The errors that JavaScript gets. Each has a `code`, like those of `js/errors.js`.

use wasm_bindgen::prelude::*;

/// What is wrong.
#[derive(Clone, Copy)]
pub(crate) enum Code {
    /// A text names no crawler, or several.
    Agent,
    /// No set of crawlers has this name.
    Set,
    /// No dialect has this name.
    Dialect,
    /// No option has this name.
    Option,
    /// A text is not a URL.
    Url,
    /// A sitemap cannot be read any further.
    #[cfg(feature = "sitemap")]
    Sitemap,
    /// Any other value that is not one of those that an argument may have.
    Value,
    /// A defect of this package.
    Internal,
}

impl Code {
    /// As `ErrorCode` in `js/questions.d.ts` lists them.
    fn as_str(self) -> &'static str {
        match self {
            Self::Agent => "ERR_INVALID_AGENT",
            Self::Set => "ERR_UNKNOWN_SET",
            Self::Dialect => "ERR_UNKNOWN_DIALECT",
            Self::Option => "ERR_UNKNOWN_OPTION",
            Self::Url => "ERR_INVALID_URL",
            #[cfg(feature = "sitemap")]
            Self::Sitemap => "ERR_INVALID_SITEMAP",
            Self::Value => "ERR_INVALID_ARG_VALUE",
            Self::Internal => "ERR_INTERNAL",
        }
    }
}

/// An error for JavaScript.
pub struct Failure {
    code: Code,
    message: String,
}

impl Failure {
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { code, message }
    }

    /// The error of a value that was not understood.
    pub(crate) fn value(error: impl ToString) -> Self {
        Self::new(Code::Value, error.to_string())
    }

    /// The error of something that cannot fail.
    pub(crate) fn internal(error: impl ToString) -> Self {
        Self::new(Code::Internal, error.to_string())
    }
}

#[wasm_bindgen]
extern "C" {
    type Error;

    #[wasm_bindgen(constructor)]
    fn new(message: &str) -> Error;

    #[wasm_bindgen(method, setter)]
    fn set_code(this: &Error, code: &str);

    #[wasm_bindgen(extends = Error)]
    type RangeError;

    #[wasm_bindgen(constructor)]
    fn new(message: &str) -> RangeError;
}

impl From<Failure> for JsValue {
    fn from(Failure { code, message }: Failure) -> Self {
        let error = match code {
            Code::Agent | Code::Set => RangeError::new(&message).into(),
            _ => Error::new(&message),
        };
        error.set_code(code.as_str());
        error.into()
    }
}
