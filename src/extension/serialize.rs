//! `Serialize` and `Deserialize` for values that are not simply their fields: the shape of `robots
//! inspect --format json`.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

use super::{ContentSignal, TimeWindow};

impl Serialize for TimeWindow {
    /// The first and the last minute: `["0600", "0845"]`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.first().to_string(), self.last().to_string()].serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for TimeWindow {
    /// From the first and the last minute.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let times = <[String; 2]>::deserialize(deserializer)?;
        Self::parse(times.join("-").as_bytes()).map_err(D::Error::custom)
    }
}

impl Serialize for ContentSignal {
    /// A map from keys to values: `{"search": "yes"}`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for ContentSignal {
    /// From a map from keys to values. Each has to be understood.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let signals = BTreeMap::<String, String>::deserialize(deserializer)?;
        let items: Vec<String> = signals
            .iter()
            .map(|(key, value)| format!("{key}={value}"))
            .collect();
        let line = items.join(", ");
        for (item, signal) in Self::items(line.as_bytes()) {
            let item = String::from_utf8_lossy(item);
            signal.map_err(|error| D::Error::custom(format_args!("{item}: {error}")))?;
        }
        Ok(Self::parse(line.as_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::RequestRate;
    use super::*;

    #[test]
    fn values_are_read_back() {
        let rate = RequestRate::parse(b"1/15m 0600-0845").unwrap();
        let json = r#"{"documents":1,"seconds":900,"window":["0600","0845"]}"#;
        assert_eq!(serde_json::to_string(&rate).unwrap(), json);
        assert_eq!(serde_json::from_str::<RequestRate>(json).unwrap(), rate);
        let signals = ContentSignal::parse(b"use=full, search=yes");
        let json = r#"{"search":"yes","use":"full"}"#;
        assert_eq!(serde_json::to_string(&signals).unwrap(), json);
        assert_eq!(serde_json::from_str::<ContentSignal>(json).unwrap(), signals);
    }

    #[test]
    fn values_that_make_no_sense_are_refused() {
        let error = |json| serde_json::from_str::<RequestRate>(json).unwrap_err().to_string();
        let zero = error(r#"{"documents":0,"seconds":1}"#);
        assert!(zero.starts_with("invalid value: integer `0`"), "{zero}");
        let late = error(r#"{"documents":1,"seconds":1,"window":["0600","2560"]}"#);
        assert!(late.starts_with("times run from 0000 to 2359"), "{late}");
        let signal = serde_json::from_str::<ContentSignal>(r#"{"search":"maybe"}"#).unwrap_err();
        assert!(
            signal.to_string().starts_with("search=maybe: a signal is yes"),
            "{signal}"
        );
    }
}
