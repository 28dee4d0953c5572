import { formatFigure } from '#tests/bench/figures.ts'
import type { BundleSize } from './bundle-sizes.ts'

/** Each module's bytes by what has a budget, as they were when they were last accepted. */
export type BundleRecord = Record<string, Record<string, number>>

const NOISE_BYTES = 100 // one module's growth moves its neighbours' shares a little
const SHOWN_MODULES = 12
const KILO = 1_000

export interface BudgetReport {
  isOver: boolean
  text: string
}

/** What is over its budget, and which modules broke it. */
export function reportBudgets(sizes: readonly BundleSize[], record: BundleRecord): BudgetReport {
  const over = sizes.filter(({ bytes, budgetBytes }) => bytes > budgetBytes)
  const lines = sizes.map(
    ({ name, bytes, budgetBytes }) =>
      `${bytes > budgetBytes ? 'OVER' : '  ok'}  ${name}: ${kilo(bytes)} of ${kilo(budgetBytes)}`,
  )
  const reasons = over.flatMap((size) => ['', ...explain(size, record[size.name] ?? {})])
  return { isOver: over.length > 0, text: [...lines, ...reasons].join('\n') }
}

function explain({ name, modules }: BundleSize, known: Record<string, number>): string[] {
  const grown = Object.entries(modules)
    .map(([module, bytes]) => ({ module, bytes, before: known[module] ?? null }))
    .filter(({ bytes, before }) => bytes - (before ?? 0) > NOISE_BYTES)
    .sort((a, b) => b.bytes - (b.before ?? 0) - (a.bytes - (a.before ?? 0)))
  const largest = Object.entries(modules).sort(([, a], [, b]) => b - a)
  return [
    `${name}, what is new or grew since docs/bundle.json:`,
    ...grown.slice(0, SHOWN_MODULES).map(tellGrowth),
    ...(grown.length === 0 ? ['  nothing: it was over before'] : []),
    `${name}, the largest:`,
    ...largest.slice(0, SHOWN_MODULES).map(([module, bytes]) => `  ${kilo(bytes)}  ${module}`),
  ]
}

function tellGrowth(grown: { module: string; bytes: number; before: number | null }): string {
  const { module, bytes, before } = grown
  const past = before === null ? 'new' : `was ${kilo(before)}`
  return `  ${kilo(bytes)}  ${module} (${past})`
}

function kilo(bytes: number): string {
  return `${formatFigure(bytes / KILO)} kB`
}
