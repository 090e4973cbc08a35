//! A check of the memory that a command needs.

use crate::error::Failure;

/// Returns an error if fewer megabytes are free. The system could otherwise kill the program later.
/// Returns no error if the amount of free memory is unknown.
pub(crate) fn check(megabytes: u64) -> Result<(), Failure> {
    match std::fs::read_to_string("/proc/meminfo").ok().as_deref().and_then(available) {
        Some(free) if megabytes > free => {
            Err(format!("--memory {megabytes}: only {free} MB are free").into())
        }
        _ => Ok(()),
    }
}

/// Returns the available memory in megabytes from the text of Linux's `/proc/meminfo`.
fn available(account: &str) -> Option<u64> {
    let line = account.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim_end().parse().ok()?;
    Some(kilobytes / 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_account_of_linux_is_read() {
        let account = "MemTotal:       24689764 kB\nMemAvailable:   23068672 kB\n";
        assert_eq!(available(account), Some(22528));
        assert_eq!(available("MemTotal: 1 kB\n"), None);
        assert_eq!(available("MemAvailable: much\n"), None);
    }
}
