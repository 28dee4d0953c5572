import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Makes an empty folder for the running test, which removes it at its end. Works in a test and in `beforeEach`. */
export function makeFolderForTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'server-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
