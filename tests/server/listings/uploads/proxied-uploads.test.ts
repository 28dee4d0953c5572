import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import { describeProxySizeRefusal } from '#src/api/proxy-refusal.ts'
import { finishForListing } from '#src/outbox/kinds/posting/files/listing-queue.ts'
import { makeSend } from '#src/outbox/kinds/posting/files/upload-tries.ts'
import { postingForEachTest } from '#tests/server/listings/content/posting-server.ts'
import { startOperatorsProxy } from '#tests/support/network/operators-proxy.ts'

// The app's uploads through the proxies of operators, to a real server.

const NGINX_BYTES = 1_048_576 // `client_max_body_size 1m`, which nginx has as installed
const FILE_BYTES = 3_200_000
const { server, asha } = postingForEachTest()

// After the last byte the app asks for the media at its own origin, which Node lacks, and then reads the file.
beforeEach(() => {
  const warnings = vi.spyOn(console, 'warn').mockReturnValue()
  return () => warnings.mockRestore()
})

/** Sends one file through a proxy, as the queue does with the later files too. */
async function setUp(maxBodyBytes: number) {
  const proxy = await startOperatorsProxy(await server.listen(), { maxBodyBytes })
  const send = makeSend(() => asha.token, finishForListing)
  const chunks = () => proxy.requests.filter(({ method }) => method === 'PATCH')
  return {
    sizes: () => chunks().map(({ bytes }) => bytes),
    countSent: () => chunks().reduce((sum, { bytes }) => sum + bytes, 0),
    /** Returns the answer up to the arrival of all bytes; what follows needs no proxy. */
    async sendFile(bytes = FILE_BYTES) {
      const id = await asha.uploads.open(bytes)
      let hasArrived = false
      const onArrived = () => {
        hasArrived = true
      }
      const sent = await send(
        {
          id: 'a-file',
          userId: 'asha',
          listingId: 'a-listing',
          kind: 'video',
          name: 'flat.mp4',
          bytes,
          isPrepared: true,
          isSent: false,
          url: `${proxy.url}/api/account/uploads/${id}`,
          addedAt: 0,
          problem: null,
        },
        randomBytes(bytes) as unknown as Blob, // the library's build for Node takes no Blob
        { onUrl() {}, onSent() {}, onArrived },
        new AbortController().signal,
      )
      const offset = Number((await asha.uploads.head(id)).headers.get('Upload-Offset'))
      return { sent, offset, hasArrived }
    },
  }
}

test('a file passes a proxy that allows 1 MB, and no byte is sent twice', async () => {
  const { sendFile, countSent, sizes } = await setUp(NGINX_BYTES)
  expect(await sendFile()).toMatchObject({ hasArrived: true, offset: FILE_BYTES })
  expect(sizes()).toEqual([1_000_000, 1_000_000, 1_000_000, 200_000])
  expect(countSent()).toBe(FILE_BYTES)
})

test('a file passes a proxy that allows half of that, and later files begin with what passed', async () => {
  const { sendFile, sizes } = await setUp(512_000)
  expect(await sendFile()).toMatchObject({ hasArrived: true, offset: FILE_BYTES })
  expect(sizes()).toEqual([1_000_000, ...Array<number>(6).fill(500_000), 200_000])
  expect(await sendFile(600_000)).toMatchObject({ hasArrived: true })
  expect(sizes().slice(8)).toEqual([500_000, 100_000])
})

test('a proxy that allows too little is named, and the next file costs 250 kB', async () => {
  const { sendFile, countSent, sizes } = await setUp(100_000)
  const sentence =
    'A proxy in front of the server refuses requests of this size (413). Its operator has to allow 2 MB; the file stays here.'
  expect(describeProxySizeRefusal(2)).toBe(sentence)
  const stopped = { sent: { kind: 'refused', sentence }, offset: 0, hasArrived: false }
  expect(await sendFile()).toEqual(stopped)
  expect(sizes()).toEqual([1_000_000, 500_000, 250_000])
  expect(await sendFile()).toEqual(stopped)
  expect(countSent()).toBe(2_000_000)
})
