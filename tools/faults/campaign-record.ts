import { appendFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { formatRecord } from '#tests/support/format-record.ts'

// The arguments of the campaigns with real browsers and servers, and the tables of docs/faults that record their runs.

const TODAY = new Date().toISOString().slice(0, 10)

/** `[cycles] [seed]` of the command line. @throws unless cycles is a positive integer: with NaN a run would have none */
export function readCampaignArguments(usualCycles: number): { cycles: number; seed?: string } {
  const [text = String(usualCycles), seed] = process.argv.slice(2)
  const cycles = Number(text)
  if (!Number.isSafeInteger(cycles) || cycles <= 0)
    throw new Error(`${text} is not a number of cycles.`)
  return { cycles, ...(seed !== undefined && { seed }) }
}

/** A seed that no other run of this day has. */
export function makeSeed(): string {
  return `${TODAY} ${process.pid}`
}

/** Adds a row to a table of docs/faults: today's date, and these cells. */
export function recordRun(file: string, cells: readonly unknown[]): void {
  const path = resolve('docs/faults', file)
  appendFileSync(path, `| ${[TODAY, ...cells].join(' | ')} |\n`)
  formatRecord(path)
}

export function countKind<Kind>(findings: readonly { kind: Kind }[], kind: Kind): number {
  return findings.filter((finding) => finding.kind === kind).length
}
