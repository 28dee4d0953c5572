// @module-tag long

import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { backUpMedia } from '#server/listings/media/backup/media-backup-service.ts'
import { writeRetainedBackup } from '#server/operations/backup-retention.ts'
import { restoreBackup } from '#server/operations/restore-service.ts'
import { parsePanKey } from '#server/platform/config/pan-key.ts'
import { backUp } from '#server/platform/database/backup/backup.ts'
import { makeFolderStore } from '#server/platform/media/stores/folder-media-store.ts'
import { VISIT_FILES } from '#server/platform/media/stores/media-names.ts'
import type { MediaStore } from '#server/platform/media/stores/media-store.ts'
import { ASHA_ID, postingForEachTest } from '#tests/server/listings/content/posting-server.ts'
import { makePng } from '#tests/server/listings/uploads/made-photos.ts'
import { makeFolderForTest } from '#tests/support/server/folder-for-test.ts'
import { openDatabaseForTest } from '#tests/support/server/server-for-test.ts'
import { TEST_PAN_KEY } from '#tests/support/server/test-pans.ts'

const PHOTO_FILES = 6

const { server, asha, ravi } = postingForEachTest()
let folder: string
/** The media ids of two photos of the seller Asha and one photo of the seller Ravi. */
let photos: string[]

beforeEach(async () => {
  folder = makeFolderForTest()
  photos = []
  for (const { uploads } of [asha, asha, ravi]) photos.push(await uploads.addMedia(await makePng()))
})

const pathOf = (id: string | undefined, name = '320.webp') => join('listings', id ?? '', name)

async function makeBackup(name: string, mediaStore: MediaStore = server.mediaStore) {
  const file = join(folder, name)
  await backUp(server.db, file)
  return { file, ...(await backUpMedia(file, { db: server.db, mediaStore })) }
}

/** Restores into an empty database and an empty folder. */
async function restore(file: string, erasedIds: readonly string[] = []) {
  const mediaDir = mkdtempSync(join(folder, 'restored-'))
  const empty = await openDatabaseForTest()
  const { media } = await restoreBackup(file, {
    db: empty.db,
    dataDir: join(folder, 'data'),
    panKey: parsePanKey(TEST_PAN_KEY),
    erasedIds,
    mediaStore: makeFolderStore(mediaDir),
  })
  const has = (id: string | undefined) => existsSync(join(mediaDir, pathOf(id)))
  return { media, restored: photos.filter(has) }
}

test('a second backup fetches only new and damaged files from the media store, and hard-links the files of the first backup', async () => {
  const first = await makeBackup('one.backup')
  expect(first).toMatchObject({ files: 3 * PHOTO_FILES, missing: 0 })
  writeFileSync(join(first.folder, pathOf(photos[0])), 'damaged')
  const added = await ravi.uploads.addMedia(await makePng())
  const asked: string[] = []
  const second = await makeBackup('two.backup', {
    ...server.mediaStore,
    open: (name) => {
      asked.push(name.mediaId)
      return server.mediaStore.open(name)
    },
  })
  expect(second).toMatchObject({ files: 4 * PHOTO_FILES, missing: 0 })
  expect(asked.sort()).toEqual([photos[0], ...Array(PHOTO_FILES).fill(added)].sort())
  const inodeIn = (root: string, id: string | undefined) => statSync(join(root, pathOf(id))).ino
  expect(inodeIn(second.folder, photos[1])).toBe(inodeIn(first.folder, photos[1]))
  // Deleting the first backup deletes no file of the second one.
  rmSync(first.folder, { recursive: true })
  expect((await restore(second.file)).media).toEqual({ files: 4 * PHOTO_FILES, missing: 0 })
})

test('a backup leaves out a photo that is deleted meanwhile, and counts a photo whose files are missing in the media store', async () => {
  const [deleted, lost] = photos
  const { file, files, missing } = await makeBackup('one.backup', {
    ...server.mediaStore,
    open: async (name) => {
      if (name.mediaId === deleted)
        await server.db.deleteFrom('media').where('id', '=', name.mediaId).execute()
      return name.mediaId === deleted || name.mediaId === lost ? null : server.mediaStore.open(name)
    },
  })
  expect({ files, missing }).toEqual({ files: PHOTO_FILES, missing: 1 })
  expect((await restore(file)).media).toEqual({ files: PHOTO_FILES, missing: 2 })
})

test('the photos of visits are in a backup and a restore, and one whose file is missing is counted', async () => {
  const [kept, lost] = ['e'.repeat(32), 'f'.repeat(32)]
  const now = server.clock.now().toISOString()
  const of = { listing_id: 'a'.repeat(24), person_id: null, visit_id: 'a'.repeat(24) }
  const facts = { taken_at: now, stored_at: now, bytes: 9, width: 4, height: 3, thumbhash: null }
  const rows = [kept, lost].map((id) => ({ id, ...of, ...facts }))
  await server.db.insertInto('visit_photos').values(rows).execute()
  const names = [...VISIT_FILES.values()]
  for (const name of names) await server.mediaStore.put({ mediaId: kept, name }, await makePng())
  const { file, files, missing } = await makeBackup('one.backup')
  expect({ files, missing }).toEqual({ files: 3 * PHOTO_FILES + names.length, missing: 1 })
  const { media } = await restore(file)
  expect(media).toEqual({ files: 3 * PHOTO_FILES + names.length, missing: 1 })
})

test('a backup from a failing media store leaves no partial media folder', async () => {
  const failing = { ...server.mediaStore, open: () => Promise.reject(new Error('gone')) }
  await expect(makeBackup('one.backup', failing)).rejects.toThrow('gone')
  expect(readdirSync(folder)).toEqual(['one.backup', 'one.backup.sha256'])
})

test('a restore skips the photos of people who were erased after the backup', async () => {
  const { file } = await makeBackup('one.backup')
  const { media, restored } = await restore(file, [ASHA_ID])
  expect(media).toEqual({ files: PHOTO_FILES, missing: 0 })
  expect(restored).toEqual([photos[2]])
})

test('changed or missing files of a backup, and symbolic links in their place, are not restored', async () => {
  const row = await server.db.selectFrom('media').selectAll().limit(1).executeTakeFirstOrThrow()
  await server.db
    .insertInto('media')
    .values({ ...row, id: `../../${'x'.repeat(26)}` })
    .execute()
  const { file, folder: copies } = await makeBackup('one.backup')
  const [changed, linked, removed] = photos.map((id) => join(copies, pathOf(id)))
  writeFileSync(changed ?? '', 'another picture')
  linkSync(linked ?? '', join(folder, 'elsewhere.webp'))
  rmSync(linked ?? '')
  symlinkSync(join(folder, 'elsewhere.webp'), linked ?? '')
  rmSync(removed ?? '')
  const { media, restored } = await restore(file)
  expect(media).toEqual({ files: 3 * (PHOTO_FILES - 1), missing: 3 })
  expect(restored).toEqual([])
})

test('a new backup deletes the media folders of old backups and of missing backups, but no folder with another name', async () => {
  const backupDir = join(folder, 'backups')
  const pathFor = (day: number) => `marketplace-2025-09-0${day}T06-00-00.000Z.backup`
  mkdirSync(join(backupDir, `${pathFor(1)}.media.part`), { recursive: true })
  mkdirSync(join(backupDir, 'other.backup.media'))
  const settings = { backupDir, backupKeep: 2 }
  const addMedia = async (file: string) => void (await backUpMedia(file, server))
  for (const day of [2, 3, 4]) {
    const now = new Date(`2025-09-0${day}T06:00:00.000Z`)
    await writeRetainedBackup(server.db, settings, { now, addMedia })
  }
  expect(readdirSync(backupDir).sort()).toEqual([
    ...[3, 4].flatMap((day) => ['', '.media', '.sha256'].map((end) => `${pathFor(day)}${end}`)),
    'other.backup.media',
  ])
  const sums = readFileSync(join(backupDir, `${pathFor(4)}.media`, 'SHA256SUMS'), 'utf8')
  expect(sums).toMatch(new RegExp(`^([0-9a-f]{64}  listings/.+\n){${3 * PHOTO_FILES}}$`))
})
