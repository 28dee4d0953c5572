import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import { startServer } from '#server/main/start-server.ts'
import { requireReadableMediaDir } from '#server/platform/config/media-access.ts'
import { requireSeparateMediaDir } from '#server/platform/config/media-folder.ts'
import { readSettings } from '#server/platform/config/server-settings.ts'
import { SetupError } from '#server/platform/config/setup-error.ts'
import { folderForEachTest } from '#tests/support/temporary-folder.ts'

const folder = folderForEachTest()
beforeEach(() => {
  mkdirSync(folder.at('a/data/backups'), { recursive: true })
  symlinkSync(folder.at('a/data'), folder.at('to-data'))
  symlinkSync(folder.at('a'), folder.at('to-above'))
  symlinkSync('a/new', folder.at('to-new'))
  symlinkSync('round', folder.at('round'))
})

const check = (mediaDir: string, dataDir = 'a/data', uploadDir = 'uploads') =>
  requireSeparateMediaDir({
    mediaDir: folder.at(mediaDir),
    dataDir: folder.at(dataDir),
    uploadDir: folder.at(uploadDir),
  })

test.each([
  ['the data folder', 'a/data', 'a/data'],
  ['a folder above the data folder', 'a', 'a/data'],
  ['the root', '../../../../../../../../..', 'a/data'],
  ['a link to the data folder', 'to-data', 'a/data'],
  ['a link to a folder above the data folder', 'to-above', 'a/data'],
  ['the folder that DATA_DIR links to', 'a/data', 'to-data'],
  ['the data folder before it is created', 'a/new', 'a/new'],
  ['a link to a folder above the data folder, before the latter exists', 'to-above', 'a/new/data'],
  ['a link to the data folder before it is created', 'to-new', 'a/new'],
  ['a link to a folder above the data folder, before both exist', 'to-new', 'a/new/data'],
  ['the folder that DATA_DIR links to, before it exists', 'a/new', 'to-new'],
  ['the data folder before it is created, in other letter case', 'a/New', 'a/new'],
  ['a folder above the data folder in other letter case, before both exist', 'a/NEW', 'a/new/data'],
])('MEDIA_DIR cannot be %s', (_, mediaDir, dataDir) => {
  expect(() => check(mediaDir, dataDir)).toThrow(SetupError)
})

test.each([
  ['the default', 'a/data/media'],
  ['another folder of the data folder', 'a/data/backups'],
  ['a folder beside the data folder', 'a/films'],
  ['a folder whose name is a prefix of the name of the data folder', 'a/dat'],
  ['a link to a folder in the data folder', 'to-data/media'],
  ['a link to itself', 'round'],
  ['a link to another folder that does not exist yet', 'to-new'],
])('MEDIA_DIR can be %s', (_, mediaDir) => {
  expect(() => check(mediaDir)).not.toThrow()
})

test.each([
  ['in MEDIA_DIR', 'a/films', 'a/films/uploads'],
  ['MEDIA_DIR itself', 'a/films', 'a/films'],
])('UPLOAD_DIR cannot be %s', (_, mediaDir, uploadDir) => {
  expect(() => check(mediaDir, 'a/data', uploadDir)).toThrow('must not be UPLOAD_DIR')
})

test('the check for readability accepts a readable folder, and a missing default folder', () => {
  const requireReadable = (env: Record<string, string>) =>
    requireReadableMediaDir(readSettings({ DATA_DIR: folder.at('data'), ...env }))
  expect(() => requireReadable({})).not.toThrow()
  expect(() => requireReadable({ MEDIA_DIR: folder.at('a') })).not.toThrow()
})

test.each([
  ['', 'must not be DATA_DIR or a folder above it: its files are public.'],
  ['none', 'is not a folder that can be read (ENOENT).'],
  ['file', 'is not a folder that can be read (ENOTDIR).'],
  ['file/films', 'is not a folder that can be read (ENOTDIR).'],
])(
  'a server refuses MEDIA_DIR "%s" when it starts, and changes nothing',
  async (name, sentence) => {
    writeFileSync(folder.at('file'), '')
    const [dataDir, mediaDir] = [folder.at('new'), folder.at(name)]
    const settings = readSettings({ DATA_DIR: dataDir, MEDIA_DIR: mediaDir, PORT: '0' })
    await expect(startServer(settings, null)).rejects.toThrow(
      new SetupError(`MEDIA_DIR (${mediaDir}) ${sentence}`),
    )
    expect(existsSync(dataDir)).toBe(false)
  },
)
