import type { CopiedTable } from '#server/platform/database/backup/copy-data.ts'

/** One line for each table, with its row count. */
export function listTables(tables: readonly CopiedTable[]): string {
  return tables
    .map(({ table, rows }) => `${table.padEnd(18)}${rows.toLocaleString('en-IN').padStart(12)}\n`)
    .join('')
}
