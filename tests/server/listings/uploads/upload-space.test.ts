import { expect, test, vi } from 'vitest'
import { startPostingServer } from '#tests/server/listings/content/posting-server.ts'

const disk = vi.hoisted(() => ({ freeBytes: 0 }))

vi.mock('node:fs/promises', async (original) => ({
  ...(await original<typeof import('node:fs/promises')>()),
  statfs: async () => ({ bavail: disk.freeBytes / 4096, bsize: 4096 }),
}))

test('on a full disk, new uploads and further bytes are refused, and earlier bytes are kept', async () => {
  const { asha, server } = await startPostingServer()
  const { uploads } = asha
  disk.freeBytes = 600_000_000
  const id = await uploads.open(90_000_000)
  expect((await uploads.patch(id, 0, Buffer.alloc(1_000))).status).toBe(204)
  disk.freeBytes = 499_000_000
  const refusal = {
    status: 507,
    json: { code: 'no-space', error: expect.stringContaining('try again later') },
  }
  const countTries = async () => {
    const rows = await server.db.selectFrom('attempts').select('kind').execute()
    return rows.filter(({ kind }) => kind === 'upload').length
  }
  const triesBefore = await countTries()
  expect(await uploads.create(10)).toMatchObject(refusal)
  // A full disk is not the person's doing.
  expect(await countTries()).toBe(triesBefore)
  expect(await uploads.patch(id, 1_000, Buffer.alloc(1_000))).toMatchObject(refusal)
  expect((await uploads.head(id)).headers.get('Upload-Offset')).toBe('1000')
})
