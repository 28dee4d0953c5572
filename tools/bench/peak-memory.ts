import { readFileSync } from 'node:fs'

/** The peak resident memory of a process since its start, in MB, as Linux records it. */
export function readPeakMb(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1_000
}
