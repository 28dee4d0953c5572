import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { repairPermissions } from '#server/config/private-files.ts'

let folder: string
let dataDir: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'private-'))
  dataDir = join(folder, 'data')
  for (const path of ['data/backups', 'films']) mkdirSync(join(folder, path), { recursive: true })
  for (const path of ['data/marketplace.db', 'data/pan-key', 'data/backups/one', 'films/hall.mp4'])
    writeFileSync(join(folder, path), '')
  // Sets the modes explicitly, because the umask of the test process applies to new files and folders.
  for (const path of ['data', 'data/backups', 'films']) chmodSync(join(folder, path), 0o755)
  for (const path of ['data/marketplace.db', 'data/pan-key', 'data/backups/one', 'films/hall.mp4'])
    chmodSync(join(folder, path), 0o644)
})
afterEach(() => rmSync(folder, { recursive: true }))

const readMode = (path: string) => statSync(join(folder, path)).mode & 0o777

test('only the owner can access the data folder and its contents after a repair, which changes nothing outside', () => {
  symlinkSync(join(folder, 'films'), join(dataDir, 'media'))
  expect(repairPermissions(dataDir)).toEqual([])
  expect(['data', 'data/backups'].map(readMode)).toEqual([0o700, 0o700])
  expect(['data/marketplace.db', 'data/pan-key', 'data/backups/one'].map(readMode)).toEqual([
    0o600, 0o600, 0o600,
  ])
  expect(['films', 'films/hall.mp4'].map(readMode)).toEqual([0o755, 0o644])
})

test('a missing folder, or a file in its place, is ignored', () => {
  expect(repairPermissions(join(folder, 'none'))).toEqual([])
  expect(repairPermissions(join(dataDir, 'pan-key'))).toEqual([])
  expect(repairPermissions(join(dataDir, 'pan-key', 'data'))).toEqual([])
})

test.each([
  ['that is the root folder', () => '/'],
  ['that contains the program', () => process.cwd()],
  [
    'that all users may write to',
    () => {
      chmodSync(dataDir, 0o1777)
      return dataDir
    },
  ],
])('a mistyped DATA_DIR %s is refused and stays unchanged', (_, find) => {
  const path = find()
  const before = statSync(path).mode
  expect(() => repairPermissions(path)).toThrow("must be a folder for the server's data only")
  expect(statSync(path).mode).toBe(before)
})
