import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { requireReadableMediaDir } from '#server/config/media-access.ts'
import { readSettings } from '#server/config/server-settings.ts'
import { SetupError } from '#server/config/setup-error.ts'
import { startServer } from '#server/start-server.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'media-access-'))
  mkdirSync(join(folder, 'films'))
  writeFileSync(join(folder, 'file'), '')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('MEDIA_DIR can be any folder, and the default one may be missing', () => {
  const check = (env: Record<string, string>) =>
    requireReadableMediaDir(readSettings({ DATA_DIR: join(folder, 'data'), ...env }))
  expect(() => check({})).not.toThrow()
  expect(() => check({ MEDIA_DIR: join(folder, 'films') })).not.toThrow()
})

test.each([
  ['missing', 'none', 'ENOENT'],
  ['a file', 'file', 'ENOTDIR'],
  ['below a file', 'file/films', 'ENOTDIR'],
])(
  'a server whose MEDIA_DIR is %s reports it in one sentence and changes nothing',
  async (_, name, code) => {
    const [dataDir, mediaDir] = [join(folder, 'data'), join(folder, name)]
    const settings = readSettings({ DATA_DIR: dataDir, MEDIA_DIR: mediaDir, PORT: '0' })
    await expect(startServer(settings, null)).rejects.toThrow(
      new SetupError(`MEDIA_DIR (${mediaDir}) is not a folder that can be read (${code}).`),
    )
    expect(existsSync(dataDir)).toBe(false)
  },
)
