import { beforeEach, expect, test, vi } from 'vitest'
import { startPostingServer } from '#tests/server/listings/content/posting-server.ts'
import { makeJpeg } from './made-photos.ts'
import { makeVideo } from './made-videos.ts'

const ROOM = 10_000_000_000
const FULL = 499_000_000

/** The free bytes of the disks of UPLOAD_DIR and of MEDIA_DIR, which may be two. */
const disks = vi.hoisted(() => ({ uploads: 0, media: 0 }))

vi.mock('node:fs/promises', async (original) => ({
  ...(await original<typeof import('node:fs/promises')>()),
  statfs: async (folder: string) => {
    const freeBytes = folder.endsWith('uploads') ? disks.uploads : disks.media
    return { bavail: freeBytes / 4096, bsize: 4096 }
  },
}))

const REFUSAL = {
  status: 507,
  json: { code: 'no-space', error: expect.stringContaining('try again later') },
}

beforeEach(() => {
  Object.assign(disks, { uploads: ROOM, media: ROOM })
})

test('on a full disk, new uploads and further bytes are refused, and earlier bytes are kept', async () => {
  const { asha, server } = await startPostingServer()
  const { uploads } = asha
  disks.uploads = 600_000_000
  const id = await uploads.open(90_000_000)
  expect((await uploads.patch(id, 0, Buffer.alloc(1_000))).status).toBe(204)
  disks.uploads = FULL
  const countTries = async () => {
    const rows = await server.db.selectFrom('attempts').select('kind').execute()
    return rows.filter(({ kind }) => kind === 'upload').length
  }
  const triesBefore = await countTries()
  expect(await uploads.create(10)).toMatchObject(REFUSAL)
  // A full disk is not the person's doing.
  expect(await countTries()).toBe(triesBefore)
  expect(await uploads.patch(id, 1_000, Buffer.alloc(1_000))).toMatchObject(REFUSAL)
  expect((await uploads.head(id)).headers.get('Upload-Offset')).toBe('1000')
})

// A video is rewritten in UPLOAD_DIR, a photo is not; both are stored in MEDIA_DIR.
test.each([
  { what: 'a photo', full: 'both disks are', change: { uploads: FULL, media: FULL } },
  { what: 'a photo', full: 'the disk of media is', change: { media: FULL } },
  { what: 'a video', full: 'both disks are', change: { uploads: FULL, media: FULL } },
  { what: 'a video', full: 'the disk of media is', change: { media: FULL } },
  { what: 'a video', full: 'the disk of uploads is', change: { uploads: FULL } },
])('$what is not made of its upload while $full full, and is made later', async (stage) => {
  const { uploads } = (await startPostingServer()).asha
  const id = await uploads.sendFile(stage.what === 'a photo' ? await makeJpeg() : makeVideo())
  Object.assign(disks, stage.change)
  expect(await uploads.finish(id)).toMatchObject(REFUSAL)
  Object.assign(disks, { uploads: ROOM, media: ROOM })
  expect((await uploads.finish(id)).status).toBe(200)
})

test('a photo is made of its upload while only the disk of uploads is full, where nothing is written', async () => {
  const { uploads } = (await startPostingServer()).asha
  const id = await uploads.sendFile(await makeJpeg())
  disks.uploads = FULL
  expect((await uploads.finish(id)).status).toBe(200)
})
