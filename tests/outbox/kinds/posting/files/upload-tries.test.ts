import { Blob as NodeBlob } from 'node:buffer'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HttpResponse } from 'msw'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { describeProxySizeRefusal } from '#src/api/proxy-refusal.ts'
import { visitFilesOf } from '#src/domain/visit/visit.ts'
import { UNREADABLE_FILE } from '#src/files/readable-file.ts'
import { sendUpload } from '#src/files/send-upload.ts'
import { finishForListing } from '#src/outbox/kinds/posting/files/listing-queue.ts'
import { makeGiveUp, makeSend } from '#src/outbox/kinds/posting/files/upload-tries.ts'
import { finishForVisit } from '#src/outbox/kinds/visit/photos/visit-queue.ts'
import { makeUnreadable } from '#tests/files/unreadable-blob.ts'
import { answer, setupAnswers } from '#tests/support/render-with-sync.tsx'

const BODY = { success: false, error: 'The sentence.', code: 'a-code' }

test("a failed upload has the status, the body and the wait of the server's answer", async () => {
  const keys: unknown[] = []
  const server = createServer((request, response) => {
    keys.push(request.headers['idempotency-key'])
    response.writeHead(429, { 'Retry-After': '4' }).end(JSON.stringify(BODY))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a listening TCP server has a port
  const sent = sendUpload({
    file: Buffer.from('jpg') as unknown as Blob, // the library's build for Node takes no Blob
    endpoint: `http://127.0.0.1:${port}/`,
    token: 'a-token',
    key: 'the-key-of-one-file',
    chunkBytes: 1_000_000,
    url: null,
    onUrl() {},
    onSent() {},
    signal: new AbortController().signal,
  })
  const failure = { status: 429, body: JSON.stringify(BODY), retryAfterMs: 4_000 }
  await expect(sent).rejects.toMatchObject({ ...failure, name: 'UploadFailure' })
  expect(keys).toEqual(['the-key-of-one-file'])
  server.close()
})

describe('the request that makes media of an arrived upload', () => {
  setupAnswers()

  const ROW = {
    id: 'a-file',
    userId: 'asha',
    listingId: 'a-listing',
    kind: 'photo' as const,
    name: 'hall.jpg',
    bytes: 3,
    isPrepared: true,
    isSent: true,
    url: '/api/account/uploads/an-upload',
    addedAt: 0,
    problem: null,
  }
  const LATER = { kind: 'no-answer' }
  const UNREADABLE = { kind: 'refused', sentence: UNREADABLE_FILE }
  const REFUSED = { kind: 'refused', sentence: 'The sentence.' }
  const refuse = (status: number, headers: Record<string, string> = {}) =>
    HttpResponse.json(BODY, { status, headers })

  test.each([
    [
      'meets the limit of a shared network',
      refuse(429, { 'Retry-After': '4' }),
      { ...LATER, retryAfterMs: 4_000 },
    ],
    ['meets a limit for hours', refuse(429, { 'Retry-After': '18000' }), REFUSED],
    ['meets a limit of unknown length', refuse(429), REFUSED],
    ['meets an upload that is locked', refuse(423), LATER],
    ['meets an upload that another request writes', refuse(409), LATER],
    ['meets a listing without this upload', refuse(404), { kind: 'gone' }],
    ['sends a photo that cannot be read', refuse(400), REFUSED],
    ['meets a full server', refuse(507), REFUSED],
    ['meets a failed server', refuse(500), LATER],
    [
      'meets an intermediary that allows less',
      new HttpResponse('<p>413</p>', { status: 413 }),
      { kind: 'refused', sentence: describeProxySizeRefusal(2) },
    ],
    ['meets an intermediary', new HttpResponse('<p>No.</p>', { status: 403 }), LATER],
    [
      'meets an intermediary that answers in JSON',
      HttpResponse.json({ status: 412, error: 'Precondition Failed' }, { status: 412 }),
      LATER,
    ],
  ])('%s', async (_, response, outcome) => {
    answer({ 'POST /account/listings/:id/media': () => response })
    const report = { onUrl() {}, onSent() {}, onArrived() {} }
    const send = makeSend(() => 'a-token', finishForListing)
    expect(await send(ROW, new Blob(['jpg']), report, new AbortController().signal)).toEqual(
      outcome,
    )
  })

  test.each([
    ['of a listing', finishForListing, { ...ROW, listingId: 'a-listing' }],
    ['of a visit', finishForVisit, { ...ROW, listingId: visitFilesOf('a-listing', 'a-visit') }],
  ])(
    'a photo %s waits for another try if its request is never answered',
    async (_, finish, row) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      onTestFinished(() => void vi.useRealTimers())
      const swallow = vi.fn(() => new Promise<never>(() => {}))
      answer({
        'POST /account/listings/:id/media': swallow,
        'POST /admin/properties/:id/visit-photos': swallow,
      })
      const report = { onUrl() {}, onSent() {}, onArrived() {} }
      const photo = new NodeBlob(['jpg']) as Blob
      const sent = makeSend(() => 'a-token', finish)(
        row,
        photo,
        report,
        new AbortController().signal,
      )
      await vi.waitFor(() => expect(swallow).toHaveBeenCalled())
      await vi.advanceTimersByTimeAsync(60_000)
      expect(await sent).toEqual(LATER)
    },
  )

  test.each([
    ['can no longer be read is refused with the way out', makeUnreadable(), UNREADABLE],
    ['is readable waits for the network', new NodeBlob(['jpg']) as Blob, LATER],
  ])('without an answer, a file that %s', async (_, file, outcome) => {
    answer({ 'POST /account/listings/:id/media': () => HttpResponse.error() })
    const report = { onUrl() {}, onSent() {}, onArrived() {} }
    const sent = await makeSend(() => 'a-token', finishForListing)(
      ROW,
      file,
      report,
      new AbortController().signal,
    )
    expect(sent).toEqual(outcome)
  })
})

describe('the request that deletes an upload', () => {
  setupAnswers()

  test('is given up without an answer, so that the removal of its file ends', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const swallow = vi.fn(() => new Promise<never>(() => {}))
    answer({ 'DELETE /account/uploads/:id': swallow })
    const ended = vi.fn()
    void makeGiveUp(() => 'a-token')('/api/account/uploads/an-upload').then(ended)
    await vi.waitFor(() => expect(swallow).toHaveBeenCalled())
    await vi.advanceTimersByTimeAsync(30_000)
    expect(ended).toHaveBeenCalled()
  })
})
