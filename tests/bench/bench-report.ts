import { existsSync, readFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'

export interface BenchSetting {
  browser: string
  runs: number
  command: string
  machine: Machine
}

/** The machine that ran the measurements, in its state before they started. */
export interface Machine {
  coreCount: number
  model: string
  /** The system's load average of the last minute: processes running or waiting for a core. */
  load: number
  /** Null if the system does not report processor time. */
  time: ProcessorTime | null
}

/** Processor time since the system was started, in clock ticks. */
export interface ProcessorTime {
  all: number
  /** Steal time: the ticks that other virtual machines of the host used. */
  stolen: number
}

const BUSY_SHARE = 0.5 // if the load is above this share of the cores, other processes slow down the bench
const STOLEN_SHARE = 0.05 // above this share of the processor time, other virtual machines slow it down
const COUNTS = '/proc/stat' // columns of its first line on Linux: user, nice, system, idle, iowait, irq, softirq, steal
const STOLEN_PLACE = 7

export function readMachine(): Machine {
  const [cpu] = cpus()
  const [load = 0] = loadavg()
  return {
    coreCount: cpus().length,
    model: cpu?.model ?? 'unknown',
    load,
    time: existsSync(COUNTS) ? readTime(readFileSync(COUNTS, 'utf8')) : null,
  }
}

/** Reads the first line of /proc/stat. Earlier columns include the ninth and tenth (guest time) already. */
export function readTime(counts: string): ProcessorTime {
  const [line = ''] = counts.split('\n')
  const ticks = line
    .split(/\s+/)
    .slice(1, STOLEN_PLACE + 2)
    .map(Number)
  return { all: ticks.reduce((sum, tick) => sum + tick, 0), stolen: ticks[STOLEN_PLACE] ?? 0 }
}

/** The share of the processor time between two readings that was stolen, from 0 to 1. */
export function stolenShare(before: ProcessorTime, after: ProcessorTime): number {
  return (after.stolen - before.stolen) / Math.max(1, after.all - before.all)
}

/** Returns the rest of a report's first sentence, after the command: date, runs, machine, its load and steal time. */
export function tellMachine({ browser, runs, machine }: Omit<BenchSetting, 'command'>): string {
  const { coreCount, model, load, time } = machine
  const date = new Date().toISOString().slice(0, 10)
  const now = readMachine().time
  const stolen = time && now ? stolenShare(time, now) : null
  const isBusy = load > coreCount * BUSY_SHARE || (stolen ?? 0) > STOLEN_SHARE
  const taken =
    stolen === null
      ? ''
      : `, ${Math.round(stolen * 100)} % of the processor taken by others of the host`
  const busy = isBusy ? ' **Others were busy on this machine: the figures are too high.**' : ''
  return `on ${date}, runs of each: ${runs}. ${coreCount} cores (${model}), load ${load.toFixed(1)} at the start${taken}, \
Node ${process.version}, ${browser}, profile on the disk.${busy}`
}

/** Returns the content of docs/bench.md. */
export function writePage(table: string, setting: BenchSetting): string {
  return `# What the bench measured

\`${setting.command}\` ${tellMachine(setting)}

${table}

- Real modules in a real browser: the app's own build with one more page that reaches its modules; nothing is mocked.
  The outbox writes with strict durability, to the disk.
- A gap on the main thread is the longest time between two messages that the page sends itself without a pause; a
  busy machine lengthens it, which the row of nothing shows.
- The slow network is a proxy: 200 ms for every round trip and for every new connection, and one call in twenty cut off,
  half of those before the server heard of it and half after it did what was asked. Afterwards the server's audit log
  must hold each decision exactly once, or there is no figure.
- What comes in is sent to the built server in a process of its own, over the loopback network. Ten people each send one photo at
  once; the process decodes two at a time. Its memory is the most that it had since its start (\`VmHWM\` of Linux).
`
}
