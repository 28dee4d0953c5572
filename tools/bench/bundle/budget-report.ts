import { formatFigure } from '#tools/bench/figures.ts'
import type { BundleSize } from './bundle-sizes.ts'

const SHOWN_FILES = 12
const KILO = 1_000

export interface BudgetReport {
  isOver: boolean
  text: string
}

/** Reports which bundles exceed their budgets, with the largest files of each. */
export function reportBudgets(sizes: readonly BundleSize[]): BudgetReport {
  const rows = sizes.map((size) => {
    const bytes = Object.values(size.files).reduce((sum, one) => sum + one, 0)
    return { ...size, bytes, isOver: bytes > size.budgetBytes }
  })
  const lines = rows.flatMap(({ name, bytes, budgetBytes, isOver, files }) => [
    `${isOver ? 'OVER' : '  ok'}  ${name}: ${bytes} B of ${kilo(budgetBytes)}`,
    ...(isOver ? listLargest(files) : []),
  ])
  return { isOver: rows.some(({ isOver }) => isOver), text: lines.join('\n') }
}

function listLargest(files: BundleSize['files']): string[] {
  const largest = Object.entries(files).sort(([, a], [, b]) => b - a)
  return largest.slice(0, SHOWN_FILES).map(([file, bytes]) => `        ${kilo(bytes)}  ${file}`)
}

function kilo(bytes: number): string {
  return `${formatFigure(bytes / KILO)} kB`
}
