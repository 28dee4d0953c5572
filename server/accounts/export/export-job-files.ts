// The files of exports in UPLOAD_DIR, the folder outside of all served ones that all processes share. Each attempt of a
// job writes its own, and the row of a ready export names the one that counts.

import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

const EXPORT_FILE = /^([0-9a-f]{24})\.\d+\.export$/
const HOUR_MS = 3_600_000

export function exportFileOf(id: string, attempt: number): string {
  return `${id}.${attempt}.export`
}

/** Deletes all files of these exports. */
export function removeExportFiles(folder: string, ids: ReadonlySet<string>): void {
  for (const { name, id } of listFiles(folder))
    if (ids.has(id)) rmSync(join(folder, name), { force: true })
}

/** Deletes the files that no row names, as a killed process leaves them, once nobody has written to them for an hour. */
export function removeUnnamedExportFiles(
  folder: string,
  named: ReadonlySet<string>,
  now: Date,
): void {
  for (const { name } of listFiles(folder)) {
    if (named.has(name)) continue
    const path = join(folder, name)
    const found = statSync(path, { throwIfNoEntry: false })
    if (found && now.getTime() - found.mtimeMs > HOUR_MS) rmSync(path, { force: true })
  }
}

function listFiles(folder: string): { name: string; id: string }[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((name) => {
    const id = EXPORT_FILE.exec(name)?.[1]
    return id === undefined ? [] : [{ name, id }]
  })
}
