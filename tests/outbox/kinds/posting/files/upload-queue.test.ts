import { Blob as NodeBlob } from 'node:buffer'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { MediaKind } from '#src/domain/media/media-limits.ts'
import type { CompressionRun } from '#src/files/videos/video-compression.ts'
import type { Prepared } from '#src/files/videos/video-preparation.ts'
import { createWifiGate } from '#src/files/wifi-gate.ts'
import type { Sent, UploadReport } from '#src/outbox/kinds/posting/files/queue-parts.ts'
import { createSendGate, type SendSwitch } from '#src/outbox/kinds/posting/files/send-gate.ts'
import { isHeldBack, newRow, toRow } from '#src/outbox/kinds/posting/files/shown-upload.ts'
import { createUploadQueue } from '#src/outbox/kinds/posting/files/upload-queue.ts'
import { createUploadsDatabase } from '#src/storage/uploads-database.ts'
import { makeUnreadable } from '#tests/files/unreadable-blob.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'

const MEDIA = { id: 'm', kind: 'photo', url: '/media/m', smallUrl: null } as const
const DONE = { kind: 'done', media: MEDIA as never } satisfies Sent // the queue only passes `media` on
const ONLINE: SendSwitch = { get: () => false, subscribe: () => () => undefined }
const NO_ANSWER = { kind: 'no-answer' } as const
/** Uses Node's blobs, because fake-indexeddb cannot copy jsdom's. */
const makeFile = (text: string) => new NodeBlob([text]) as Blob
const ORIGINAL = { size: 'bytes'.length }
const COMPRESSED = { size: 'less'.length }
const LESS = { kind: 'ready', file: makeFile('less') } satisfies Prepared

interface Try {
  name: string
  file: Blob
  url: string | null
  isSent: boolean
  report: UploadReport
  answer: (sent: Sent) => void
}

interface Preparation {
  file: Blob
  run: CompressionRun
  answer: (prepared: Prepared) => void
}

/** A list whose entries a test can wait for. */
function createLog<Entry>() {
  const entries: Entry[] = []
  let heard = () => {}
  return {
    entries,
    push(entry: Entry) {
      entries.push(entry)
      heard()
    },
    /** Resolves with the nth entry, from 1 on. */
    async nth(number: number): Promise<Entry> {
      for (;;) {
        const entry = entries[number - 1]
        if (entry) return entry
        await new Promise<void>((done) => {
          heard = done
        })
      }
    },
  }
}

/** A page whose outbox sends the files of a listing to a fake server, whose answers the test triggers. */
async function openStage(workOffline: SendSwitch = ONLINE) {
  expectConsole('warn', /no file system for pages/)
  const db = createUploadsDatabase(crypto.randomUUID())
  onTestFinished(() => db.delete())
  onTestFinished(() => sessionStorage.clear())
  const tries = createLog<Try>()
  const preparations = createLog<Preparation>()
  const given: string[] = []
  const connection = Object.assign(new EventTarget(), { type: 'wifi' })
  const gate = createWifiGate(connection, sessionStorage)
  let ids = 0
  const openQueue = () =>
    createUploadQueue({
      db,
      userId: 'asha',
      listingId: 'flat',
      makeId: () => `file-${++ids}`,
      now: () => ids,
      gate: createSendGate(gate, workOffline),
      prepare: (file, run) =>
        new Promise((answer) => {
          run.signal.addEventListener('abort', () => answer({ kind: 'ready', file }))
          preparations.push({ file, run, answer })
        }),
      send: ({ name, url, isSent }, file, report, signal) =>
        new Promise((answer) => {
          signal.addEventListener('abort', () => answer(NO_ANSWER))
          tries.push({ name, file, url, isSent, report, answer })
        }),
      giveUp: async (url) => void given.push(url),
    })
  const stage = {
    db,
    tries,
    preparations,
    given,
    gate,
    queue: openQueue(),
    /** Connects the device to another network. */
    connect(type: 'wifi' | 'cellular') {
      connection.type = type
      connection.dispatchEvent(new Event('change'))
    },
    /** The outbox begins to send the listing. */
    async send() {
      await stage.queue.load()
      stage.queue.startSending()
    },
    /** Closes the page and opens it again. */
    reload() {
      stage.queue.stopSending()
      stage.queue = openQueue()
      return stage.send()
    },
    add: (name: string, kind: MediaKind = 'photo') =>
      stage.queue.add(makeFile('bytes'), { kind, name }),
    /** Resolves when nothing more is sent for now. */
    rested: () => expect.poll(stage.queue.isAtRest, { interval: 1 }).toBe(true),
    /** The name and step of each file, such as 'b done'. */
    steps: () => stage.queue.find().uploads.map(({ name, step }) => `${name} ${step}`),
    /** Waits until the name and step of the last file are `last`. Returns those of each file. */
    async stepsWhen(last: string): Promise<string[]> {
      await expect.poll(() => stage.steps().at(-1), { interval: 1 }).toBe(last)
      return stage.steps()
    },
  }
  await stage.send()
  return stage
}

test('the queue sends one file at a time, in the order in which the files were added', async () => {
  const stage = await openStage()
  await stage.add('a')
  await stage.add('b')
  const first = await stage.tries.nth(1)
  expect(stage.steps()).toEqual(['a sending', 'b waiting'])
  first.answer(DONE)
  const second = await stage.tries.nth(2)
  second.answer(DONE)
  expect(await stage.stepsWhen('b done')).toEqual(['a done', 'b done'])
  expect([first.name, second.name]).toEqual(['a', 'b'])
})

test('the queue continues the same upload after the page was closed', async () => {
  const stage = await openStage()
  await stage.add('a')
  const { report } = await stage.tries.nth(1)
  report.onUrl('/uploads/1')
  report.onArrived()
  await stage.reload()
  expect(await stage.tries.nth(2)).toMatchObject({ name: 'a', url: '/uploads/1', isSent: true })
})

test('if the server does not answer, the queue rests, and then continues the same upload', async () => {
  const stage = await openStage()
  await stage.add('a')
  const { report, answer } = await stage.tries.nth(1)
  report.onUrl('/uploads/1')
  answer(NO_ANSWER)
  await stage.rested()
  expect(stage.queue.find().isOffline).toBe(true)
  await stage.send()
  expect((await stage.tries.nth(2)).url).toBe('/uploads/1')
})

test('if the server asks for a longer wait, those that send the queue know how long', async () => {
  const stage = await openStage()
  await stage.add('a')
  const { answer } = await stage.tries.nth(1)
  answer({ kind: 'no-answer', retryAfterMs: 40_000 })
  await stage.rested()
  expect(stage.queue.find().retryAfterMs).toBe(40_000)
})

test('an upload that the server no longer has starts again from the first byte', async () => {
  const stage = await openStage()
  await stage.add('a')
  const { report, answer } = await stage.tries.nth(1)
  report.onUrl('/uploads/1')
  report.onArrived()
  answer({ kind: 'gone' })
  expect(await stage.tries.nth(2)).toMatchObject({ url: null, isSent: false })
})

test('a refused file keeps its error, even after a reload, until it is sent again from the start', async () => {
  const stage = await openStage()
  await stage.add('a')
  const { report, answer } = await stage.tries.nth(1)
  report.onUrl('/uploads/1')
  answer({ kind: 'refused', sentence: 'This photo is damaged.' })
  await stage.stepsWhen('a refused')
  await stage.reload()
  const [refused] = stage.queue.find().uploads
  expect(refused).toMatchObject({ step: 'refused', problem: 'This photo is damaged.' })
  expect(stage.tries.entries).toHaveLength(1)
  await stage.queue.retry('file-1')
  expect(await stage.tries.nth(2)).toMatchObject({ url: null, isSent: false })
})

test('removing a file stops its upload and deletes both the file here and the upload on the server', async () => {
  const stage = await openStage()
  await stage.add('a')
  await stage.add('b')
  const { report } = await stage.tries.nth(1)
  report.onUrl('/uploads/1')
  await stage.queue.remove('file-1')
  expect((await stage.tries.nth(2)).name).toBe('b')
  expect(stage.given).toEqual(['/uploads/1'])
  expect(await stage.db.queued.toCollection().primaryKeys()).toEqual(['file-2'])
  expect(await stage.db.files.toCollection().primaryKeys()).toEqual(['file-2'])
})

test('a file that the device has no room for is sent while the page is open', async () => {
  const stage = await openStage()
  expectConsole('warn', /cannot be kept on this device/)
  stage.db.files.hook('creating', refuseToStore)
  await stage.add('a')
  const { answer } = await stage.tries.nth(1)
  expect(stage.queue.find().isPageNeeded).toBe(true)
  answer(DONE)
  await stage.stepsWhen('a done')
  await stage.queue.remove('file-1')
  expect(stage.queue.find()).toMatchObject({ uploads: [], isPageNeeded: false })
})

test('a file that the device can neither keep nor read is refused at once: it is not full, and not offline', async () => {
  const stage = await openStage()
  expectConsole('warn', /cannot be kept on this device/)
  stage.db.files.hook('creating', refuseToStore)
  const adding = stage.queue.add(makeUnreadable(), { kind: 'video', name: 'v.mp4' })
  await expect(adding).rejects.toThrow('Choose the file again')
  expect(stage.queue.find()).toMatchObject({ uploads: [], isPageNeeded: false })
})

test('a file that the device had no room for is stored once there is room, and survives a reload', async () => {
  const stage = await openStage()
  expectConsole('warn', /cannot be kept on this device/)
  stage.db.files.hook('creating', refuseToStore)
  await stage.add('a')
  const first = await stage.tries.nth(1)
  stage.db.files.hook('creating').unsubscribe(refuseToStore)
  first.answer(NO_ANSWER)
  await stage.rested()
  await stage.send()
  await stage.tries.nth(2)
  expect(stage.queue.find().isPageNeeded).toBe(false)
  await stage.reload()
  expect(await stage.tries.nth(3)).toMatchObject({ name: 'a' })
})

test('a full disk stops no upload: its progress is stored once there is room, and nothing is tried in a loop', async () => {
  const stage = await openStage()
  expectConsole('warn', /progress of an upload cannot be stored/)
  await stage.add('a')
  const first = await stage.tries.nth(1)
  const full = vi.spyOn(stage.db.queued, 'update')
  full.mockRejectedValue(new DOMException('full', 'QuotaExceededError'))
  first.report.onUrl('/uploads/1')
  first.answer(NO_ANSWER)
  await stage.rested()
  expect(stage.tries.entries).toHaveLength(1)
  await stage.send()
  const second = await stage.tries.nth(2)
  expect(second.url).toBe('/uploads/1')
  full.mockRestore()
  second.report.onArrived()
  await expect
    .poll(() => stage.db.queued.get('file-1'))
    .toMatchObject({ url: '/uploads/1', isSent: true })
  second.answer(DONE)
  await stage.stepsWhen('a done')
})

test('a file whose storage fails is tried again with the next sending, not in a loop', async () => {
  const stage = await openStage()
  await stage.add('a')
  const first = await stage.tries.nth(1)
  const fail = vi
    .spyOn(stage.db.queued, 'get')
    .mockRejectedValue(new DOMException('', 'UnknownError'))
  expectConsole('error', /could not be sent; the app tries again/)
  first.answer(NO_ANSWER)
  await stage.rested()
  await stage.send()
  await stage.rested()
  expect([fail.mock.calls.length, stage.steps()]).toEqual([1, ['a waiting']])
  fail.mockRestore()
  await stage.send()
  const again = await stage.tries.nth(2)
  again.answer(DONE)
  await stage.stepsWhen('a done')
})

test('while the device works offline on purpose, no file is sent, and a request in flight stops', async () => {
  let isOn = false
  let change = () => {}
  const stage = await openStage({
    get: () => isOn,
    subscribe(listener) {
      change = listener
      return () => undefined
    },
  })
  await stage.add('a')
  await stage.tries.nth(1)
  isOn = true
  change()
  expect(await stage.stepsWhen('a waiting')).toEqual(['a waiting'])
  await stage.add('b')
  expect(stage.tries.entries).toHaveLength(1)
  isOn = false
  change()
  expect((await stage.tries.nth(2)).name).toBe('a')
})

function refuseToStore(): never {
  throw new DOMException('full', 'QuotaExceededError')
}

test('a video is compressed before any of it is sent, and photos do not wait for it', async () => {
  const stage = await openStage()
  await stage.add('photo')
  const first = await stage.tries.nth(1)
  await stage.add('video', 'video')
  await stage.add('later photo')
  first.answer(DONE)
  const second = await stage.tries.nth(2)
  expect(second.name).toBe('later photo')
  second.answer(DONE)
  const { run, answer } = await stage.preparations.nth(1)
  run.onProgress(0.4)
  const video = () => stage.queue.find().uploads[1]
  expect(video()).toMatchObject({ step: 'compressing', compressedShare: 0.4 })
  answer(LESS)
  expect((await stage.tries.nth(3)).file).toMatchObject(COMPRESSED)
  expect(video()).toMatchObject({ step: 'sending', bytes: COMPRESSED.size })
})

test('a video whose compression was interrupted by closing the page is compressed from the start', async () => {
  const stage = await openStage()
  await stage.add('video', 'video')
  await stage.preparations.nth(1)
  await stage.reload()
  const { file, answer } = await stage.preparations.nth(2)
  expect(file).toMatchObject(ORIGINAL)
  answer(LESS)
  const { report } = await stage.tries.nth(1)
  report.onUrl('/uploads/1')
  await stage.reload()
  expect(await stage.tries.nth(2)).toMatchObject({ url: '/uploads/1', file: COMPRESSED })
  expect(stage.preparations.entries).toHaveLength(2)
})

test('an upload that began with the original bytes continues with them, uncompressed', async () => {
  const stage = await openStage()
  await stage.add('video', 'video')
  await stage.preparations.nth(1)
  stage.queue.stopSending()
  await stage.db.queued.update('file-1', { url: '/uploads/1' })
  await stage.reload()
  expect((await stage.tries.nth(1)).file).toMatchObject(ORIGINAL)
  expect(stage.preparations.entries).toHaveLength(1)
})

test('if the device has no room to store the compressed video, the original is sent, also after a reload', async () => {
  const stage = await openStage()
  expectConsole('warn', /smaller file cannot be kept/)
  await stage.add('video', 'video')
  const { answer } = await stage.preparations.nth(1)
  stage.db.files.hook('updating', refuseToStore)
  answer(LESS)
  expect((await stage.tries.nth(1)).file).toMatchObject(ORIGINAL)
  await stage.reload()
  expect((await stage.tries.nth(2)).file).toMatchObject(ORIGINAL)
  expect(stage.preparations.entries).toHaveLength(1)
})

test('a video is sent uncompressed if the user skips the compression, and not sent if the user removes it', async () => {
  const stage = await openStage()
  await stage.add('video', 'video')
  await stage.preparations.nth(1)
  stage.queue.skipCompression('file-1')
  const { file, answer } = await stage.tries.nth(1)
  expect(file).toMatchObject(ORIGINAL)
  answer(DONE)
  await stage.add('other', 'video')
  const { run } = await stage.preparations.nth(2)
  await stage.queue.remove('file-2')
  expect(run.signal.aborted).toBe(true)
  expect(await stage.db.files.toCollection().primaryKeys()).toEqual(['file-1'])
  expect(stage.tries.entries).toHaveLength(1)
})

test('a video is compressed even while the server does not answer, and while nothing is sent', async () => {
  const stage = await openStage()
  await stage.add('photo')
  await stage.add('video', 'video')
  const { answer } = await stage.tries.nth(1)
  answer(NO_ANSWER)
  const preparation = await stage.preparations.nth(1)
  // The answer to a preparation whose code could not be loaded: the video is tried with the next sending.
  preparation.answer(NO_ANSWER)
  await stage.rested()
  expect(stage.tries.entries).toHaveLength(1)
  await stage.send()
  expect((await stage.tries.nth(2)).name).toBe('photo')
})

test('files that another page has sent or added leave and join the queue', async () => {
  const stage = await openStage()
  stage.queue.stopSending()
  await stage.add('a')
  await stage.add('b')
  const [, b] = stage.queue.find().uploads
  if (!b) throw new Error('Two files were added.')
  stage.queue.look([toRow(b), newRow({ ...toRow(b), id: 'other', name: 'c', addedAt: 9 })])
  expect(stage.steps()).toEqual(['b waiting', 'c waiting'])
})

test('two users of a queue: what one of them ends goes on for the other', async () => {
  const stage = await openStage()
  await stage.queue.open()
  await stage.add('a')
  await stage.tries.nth(1)
  stage.queue.close()
  expect(stage.steps()).toEqual(['a sending'])
  stage.queue.stopSending()
  await stage.stepsWhen('a waiting')
  await stage.send()
  expect((await stage.tries.nth(2)).name).toBe('a')
})

test('on mobile data, files wait for Wi-Fi if the user chose so, but videos are compressed meanwhile', async () => {
  const stage = await openStage()
  stage.gate.choose(true)
  await stage.add('photo')
  const { report } = await stage.tries.nth(1)
  report.onUrl('/uploads/1')
  stage.connect('cellular')
  expect(await stage.stepsWhen('photo waiting')).toEqual(['photo waiting'])
  expect(stage.queue.find().isOffline).toBe(false)
  await stage.add('video', 'video')
  const { answer } = await stage.preparations.nth(1)
  answer(LESS)
  expect(await stage.stepsWhen('video waiting')).toEqual(['photo waiting', 'video waiting'])
  expect(stage.tries.entries).toHaveLength(1)
  stage.connect('wifi')
  expect(await stage.tries.nth(2)).toMatchObject({ name: 'photo', url: '/uploads/1' })
})

test('"Send now" allows uploads over mobile data until the device next connects to Wi-Fi', async () => {
  const stage = await openStage()
  stage.gate.choose(true)
  stage.connect('cellular')
  await stage.add('photo')
  expect(stage.queue.find().uploads.filter(isHeldBack)).toHaveLength(1)
  stage.gate.sendNow()
  await stage.tries.nth(1)
  stage.connect('wifi')
  stage.connect('cellular')
  expect(await stage.stepsWhen('photo waiting')).toEqual(['photo waiting'])
})
