import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import { repairPermissions } from '#server/platform/config/private-files.ts'
import { folderForEachTest } from '#tests/support/temporary-folder.ts'

const FOLDERS = ['data', 'data/backups', 'films']
const FILES = ['data/marketplace.db', 'data/pan-key', 'data/backups/one', 'films/hall.mp4']

const folder = folderForEachTest()

// Sets the modes explicitly, because the umask of the test process applies to new files and folders.
beforeEach(() => {
  for (const path of FOLDERS) mkdirSync(folder.at(path))
  for (const path of FILES) writeFileSync(folder.at(path), '')
  for (const path of FOLDERS) chmodSync(folder.at(path), 0o755)
  for (const path of FILES) chmodSync(folder.at(path), 0o644)
})

const readMode = (path: string) => statSync(folder.at(path)).mode & 0o777

test('only the owner can access the data folder and its contents after a repair, which changes nothing outside', () => {
  symlinkSync(folder.at('films'), folder.at('data/media'))
  expect(repairPermissions(folder.at('data'))).toEqual([])
  expect(FOLDERS.map(readMode)).toEqual([0o700, 0o700, 0o755])
  expect(FILES.map(readMode)).toEqual([0o600, 0o600, 0o600, 0o644])
})

test.each(['none', 'data/pan-key', 'data/pan-key/data'])(
  'a missing folder, or a file in its place, is ignored: %s',
  (path) => {
    expect(repairPermissions(folder.at(path))).toEqual([])
  },
)

test.each([
  ['that is the root folder', () => '/'],
  ['that contains the program', () => process.cwd()],
  ['that all users may write to', () => folder.at('data')],
])('a mistyped DATA_DIR %s is refused and stays unchanged', (_, find) => {
  chmodSync(folder.at('data'), 0o1777)
  const before = statSync(find()).mode
  expect(() => repairPermissions(find())).toThrow("must be a folder for the server's data only")
  expect(statSync(find()).mode).toBe(before)
})
