import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'

const FORMATTER = resolve('node_modules/@biomejs/biome/bin/biome')

/** Formats a generated report so that it passes `npm run lint`. */
export function formatRecord(file: string): void {
  execFileSync(process.execPath, [FORMATTER, 'format', '--write', file])
}
