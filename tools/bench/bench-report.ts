import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { resolve } from 'node:path'
import { formatRecord } from '#tests/support/format-record.ts'

// A report is a page in docs/: a title, how and where the figures were measured, the tables, and notes. A bench replaces
// all but the title and the notes, which are written by hand.

const BUSY_SHARE = 0.5 // if the load is above this share of the cores, other processes slow down the bench
const STOLEN_SHARE = 0.05 // above this share of the processor time, other virtual machines slow it down
const COUNTS = '/proc/stat' // columns of its first line on Linux: user, nice, system, idle, iowait, irq, softirq, steal
const STOLEN_PLACE = 7

/** How a report begins: "`<command>` on <date>, <detail>. <machine>". */
export interface ReportHead {
  command: string
  /** Such as the number of runs. */
  detail: string
  machine: string
}

/** Writes the head and the tables into `docs/<name>.md`. Its notes begin with the page's first list. */
export function writeReport(name: string, head: ReportHead, tables: string): void {
  const path = resolve('docs', `${name}.md`)
  const page = readFileSync(path, 'utf8')
  const date = new Date().toISOString().slice(0, 10)
  const [title] = page.split('\n', 1)
  const measured = `\`${head.command}\` on ${date}, ${head.detail}. ${head.machine}`
  const notes = page.slice(page.indexOf('\n- '))
  writeFileSync(path, `${title}\n\n${measured}\n\n${tables}\n${notes}`)
  formatRecord(path)
}

/** Call it before the measurements, which load the machine. The returned function describes the machine afterwards. */
export function watchMachine(): (browser?: string) => string {
  const [load = 0] = loadavg()
  const before = readTicks()
  return (browser) => {
    const passed = readTicks().map((ticks, place) => ticks - (before[place] ?? 0))
    const all = passed.reduce((sum, ticks) => sum + ticks, 0)
    const stolen = (passed[STOLEN_PLACE] ?? 0) / Math.max(1, all)
    const isBusy = load > cpus().length * BUSY_SHARE || stolen > STOLEN_SHARE
    const facts = [
      `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'})`,
      `load ${load.toFixed(1)} at the start`,
      ...(all > 0
        ? [`${Math.round(stolen * 100)} % of the processor taken by others of the host`]
        : []),
      `Node ${process.version}`,
      ...(browser ? [browser, 'profile on the disk'] : []),
    ]
    const busy = ' **Others were busy on this machine: the figures are too high.**'
    return `${facts.join(', ')}.${isBusy ? busy : ''}`
  }
}

/** Clock ticks since the system was started; empty on systems without `COUNTS`. Leaves out guest time, which `user` and `nice` include. */
function readTicks(): number[] {
  if (!existsSync(COUNTS)) return []
  const [line = ''] = readFileSync(COUNTS, 'utf8').split('\n')
  return line
    .split(/\s+/)
    .slice(1, STOLEN_PLACE + 2)
    .map(Number)
}
