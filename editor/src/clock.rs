//! The time: as it is written into journals, and as a person reads it on a clock on the wall.

use std::time::{Duration, SystemTime};

use jiff::{Timestamp, Zoned, tz::TimeZone};

/// A time to the second, in a form that sorts and means the same everywhere: `2026-06-25T09:41:07Z`.
pub fn written(time: SystemTime) -> String {
    Timestamp::try_from(time).map_or_else(|_| String::new(), |time| format!("{time:.0}"))
}

/// A time as [`written`].
pub fn read(words: &str) -> Option<SystemTime> {
    words.parse::<Timestamp>().ok().map(SystemTime::from)
}

fn local(time: SystemTime) -> Option<Zoned> {
    Some(Timestamp::try_from(time).ok()?.to_zoned(TimeZone::system()))
}

/// *09:41:07*
pub fn second(time: SystemTime) -> String {
    local(time).map_or_else(String::new, |time| time.strftime("%H:%M:%S").to_string())
}

/// *09:41*
pub fn minute(time: SystemTime) -> String {
    local(time).map_or_else(String::new, |time| time.strftime("%H:%M").to_string())
}

/// *today 09:12*, *yesterday 18:20*, *28 May*, *2 May 2025*
pub fn day(time: SystemTime) -> String {
    let (Some(then), Some(now)) = (local(time), local(SystemTime::now())) else { return String::new() };
    let hour = then.strftime("%H:%M");
    if then.date() == now.date() {
        format!("today {hour}")
    } else if now.yesterday().is_ok_and(|yesterday| yesterday.date() == then.date()) {
        format!("yesterday {hour}")
    } else if then.year() == now.year() {
        then.strftime("%-d %b").to_string()
    } else {
        then.strftime("%-d %b %Y").to_string()
    }
}

/// The part of the day in which something was done: *this morning*, *yesterday*; *2 May* farther back.
pub fn when(time: SystemTime) -> String {
    let (Some(then), Some(now)) = (local(time), local(SystemTime::now())) else { return "before".into() };
    let words = day(time);
    match words.split_once(' ') {
        Some(("today", _)) => match then.hour() {
            _ if now.hour() == then.hour() => "just now",
            5..12 => "this morning",
            12..18 => "this afternoon",
            18.. => "this evening",
            _ => "this night",
        }
        .to_owned(),
        Some(("yesterday", _)) => "yesterday".to_owned(),
        _ => words,
    }
}

/// Is it longer ago than so many days?
pub fn is_older(time: SystemTime, days: u64) -> bool {
    time.elapsed().is_ok_and(|since| since > Duration::from_secs(days * 86_400))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_that_was_written_is_read_back() {
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_782_380_467);
        assert_eq!(written(time), "2026-06-25T09:41:07Z");
        assert_eq!(read("2026-06-25T09:41:07Z"), Some(time));
        assert_eq!(read("at noon"), None);
        // To the second: a part of one is dropped, never rounded up.
        assert_eq!(written(time + Duration::from_millis(900)), "2026-06-25T09:41:07Z");
    }

    #[test]
    fn a_time_is_told_by_its_distance() {
        let now = SystemTime::now();
        assert!(day(now).starts_with("today "), "{}", day(now));
        assert_eq!(when(now), "just now");
        let ago = |days: u64| now - Duration::from_secs(days * 86_400);
        assert!(day(ago(1)).starts_with("yesterday "), "{}", day(ago(1)));
        assert!(day(ago(800)).ends_with(char::is_numeric) && !day(ago(800)).contains(':'));
        assert!(is_older(ago(31), 30) && !is_older(ago(29), 30));
    }
}
