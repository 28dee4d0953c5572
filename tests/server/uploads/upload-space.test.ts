import { expect, test, vi } from 'vitest'
import { startPostingServer } from '#tests/server/posting/posting-calls.ts'
import { makeUploadCalls } from './upload-calls.ts'

const disk = vi.hoisted(() => ({ freeBytes: 0 }))

vi.mock('node:fs/promises', async (original) => ({
  ...(await original<typeof import('node:fs/promises')>()),
  statfs: async () => ({ bavail: disk.freeBytes / 4096, bsize: 4096 }),
}))

test('on a full disk, new uploads and further bytes are refused, and earlier bytes are kept', async () => {
  const { server } = await startPostingServer()
  const asha = makeUploadCalls(server, await server.signIn({ email: 'asha@example.in' }))
  disk.freeBytes = 600_000_000
  const id = await asha.open(90_000_000)
  expect((await asha.patch(id, 0, Buffer.alloc(1_000))).status).toBe(204)
  disk.freeBytes = 499_000_000
  const refusal = {
    status: 507,
    json: { code: 'no-space', error: expect.stringContaining('try again later') },
  }
  expect(await asha.create(10)).toMatchObject(refusal)
  expect(await asha.patch(id, 1_000, Buffer.alloc(1_000))).toMatchObject(refusal)
  expect((await asha.head(id)).headers.get('Upload-Offset')).toBe('1000')
  await server.close()
})
