import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, onTestFinished } from 'vitest'

/** Creates a folder for the running test, which removes it at its end. Works in a test and in `beforeEach`. */
export function makeFolderForTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Creates a folder before each test of the file or `describe` block. The object is always the current test's folder. */
export function folderForEachTest() {
  const folder = {
    path: '',
    /** The path of a file or folder in it. */
    at: (...names: string[]) => join(folder.path, ...names),
  }
  beforeEach(() => {
    folder.path = makeFolderForTest()
  })
  return folder
}
