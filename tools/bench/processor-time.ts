import { readFileSync } from 'node:fs'

const TICKS_PER_S = 100 // Linux's unit of processor time

/** The processor time of a process in seconds, which other processes do not lengthen much. */
export function readCpuS(pid: number): number {
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user = 0, system = 0] = rest.split(' ').slice(11, 13).map(Number)
  return (user + system) / TICKS_PER_S
}

/** The memory that a process has now. */
export function readResidentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1_000
}
