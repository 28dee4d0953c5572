import { appendFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { formatRecord } from '#tests/support/format-record.ts'
import type { WriteFinding } from '#tools/faults/server/write-judge.ts'

/** Adds a line to the table at the end of `docs/faults/<name>.md`, beginning with today's date. */
export function addToLedger(name: string, cells: readonly (string | number)[]): void {
  const path = resolve('docs/faults', `${name}.md`)
  const date = new Date().toISOString().slice(0, 10)
  appendFileSync(path, `| ${[date, ...cells].join(' | ')} |\n`)
  formatRecord(path)
}

/** The cells "Lost", "Doubled" and "Altered". */
export function countFindings(findings: readonly WriteFinding[]): number[] {
  const kinds = ['lost', 'doubled', 'altered'] as const
  return kinds.map((kind) => findings.filter((found) => found.kind === kind).length)
}
