//! What the kernel says about another process: its memory and the processor time it used.
//! It must never ask the process itself: a server cannot flatter these figures.

use std::path::Path;

/// Linux counts processor time in hundredths of a second in every `/proc`, whatever its own timer does.
const TICK_US: u64 = 10_000;

/// Memory in KiB: what is resident now, and the most that ever was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    pub resident_kib: u64,
    pub peak_kib: u64,
}

pub fn memory(pid: u32) -> Result<Memory, String> {
    let status = read(pid, "status")?;
    let field = |name| kib(&status, name).ok_or_else(|| format!("no {name} in the status of a server"));
    Ok(Memory { resident_kib: field("VmRSS")?, peak_kib: field("VmHWM")? })
}

/// Processor time of all threads of the process since it started, in microseconds.
pub fn processor_us(pid: u32) -> Result<u64, String> {
    let stat = read(pid, "stat")?;
    let ticks = ticks(&stat).ok_or_else(|| "cannot read the processor time of a server".to_owned())?;
    Ok(ticks * TICK_US)
}

fn read(pid: u32, file: &str) -> Result<String, String> {
    let path = Path::new("/proc").join(pid.to_string()).join(file);
    std::fs::read_to_string(&path).map_err(|problem| format!("cannot read {}: {problem}", path.display()))
}

fn kib(status: &str, name: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

/// User and system time are fields 14 and 15 (proc_pid_stat(5)). The second field is the name of the
/// program in brackets and may hold anything, so counting starts behind its last bracket.
fn ticks(stat: &str) -> Option<u64> {
    let mut fields = stat.rsplit_once(')')?.1.split_ascii_whitespace().skip(11);
    let user: u64 = fields.next()?.parse().ok()?;
    let system: u64 = fields.next()?.parse().ok()?;
    Some(user + system)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_read_from_the_status_lines() {
        let status = "Name:\tflorin\nVmHWM:\t   51200 kB\nVmRSS:\t   40960 kB\nThreads:\t4\n";
        assert_eq!(kib(status, "VmRSS"), Some(40_960));
        assert_eq!(kib(status, "VmHWM"), Some(51_200));
        assert_eq!(kib(status, "VmSwap"), None);
    }

    #[test]
    fn processor_time_is_found_behind_a_name_with_brackets() {
        let stat = "12 (a ) b (c) S 1 2 3 4 5 6 7 8 9 10 250 50 0 0 20 0 4 0 100";
        assert_eq!(ticks(stat), Some(300));
        assert_eq!(ticks("12 (short) S 1 2"), None);
    }

    #[test]
    fn this_very_process_has_memory() {
        let memory = memory(std::process::id()).unwrap();
        assert!(memory.resident_kib > 0 && memory.resident_kib <= memory.peak_kib);
        processor_us(std::process::id()).unwrap();
    }
}
