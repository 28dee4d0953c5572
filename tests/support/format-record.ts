import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'

const FORMATTER = resolve('node_modules/@biomejs/biome/bin/biome')

/** Brings a record that a program wrote into the shape that `npm run lint` wants. */
export function formatRecord(file: string): void {
  execFileSync(process.execPath, [FORMATTER, 'format', '--write', file])
}
