import { Blob as NodeBlob } from 'node:buffer'
import { expect, onTestFinished, test } from 'vitest'
import type { MediaKind } from '#src/domain/media/media-limits.ts'
import { createUploadsDatabase } from '#src/storage/uploads-database.ts'
import type { Sent, UploadQueueParts, UploadReport } from '#src/uploads/queue-parts.ts'
import { isHeldBack } from '#src/uploads/shown-upload.ts'
import { createUploadQueue, type UploadQueue } from '#src/uploads/upload-queue.ts'
import type { CompressionRun } from '#src/uploads/video-compression.ts'
import type { Prepared } from '#src/uploads/video-preparation.ts'
import { createWifiGate } from '#src/uploads/wifi-gate.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'

const MEDIA = { id: 'm', kind: 'photo', url: '/media/m', smallUrl: null } as const
const DONE = { kind: 'done', media: MEDIA as never } satisfies Sent // the queue only passes `media` on
/** Uses Node's blobs, because fake-indexeddb cannot copy jsdom's. */
const makeFile = (text: string) => new NodeBlob([text]) as Blob
const NO_FILE_SYSTEM = /no file system for pages/

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

/** A queue with a fake server, whose answers the test triggers. */
function openStage() {
  const name = crypto.randomUUID()
  const db = createUploadsDatabase(name)
  onTestFinished(() => db.delete())
  const tries: Try[] = []
  const preparations: Preparation[] = []
  const waits: (() => void)[] = []
  const given: string[] = []
  const connection = Object.assign(new EventTarget(), { type: 'wifi' })
  const gate = createWifiGate(connection, sessionStorage)
  onTestFinished(() => sessionStorage.clear())
  let heard = () => {}
  let ids = 0
  const parts: UploadQueueParts = {
    db,
    userId: 'asha',
    listingId: 'flat',
    makeId: () => `file-${++ids}`,
    now: () => ids,
    gate,
    prepare: (file, run) =>
      new Promise((answer) => {
        run.signal.addEventListener('abort', () => answer({ kind: 'ready', file }))
        preparations.push({ file, run, answer })
        heard()
      }),
    send: ({ name, url, isSent }, file, report, signal) =>
      new Promise((answer) => {
        signal.addEventListener('abort', () => answer({ kind: 'no-answer' }))
        tries.push({ name, file, url, isSent, report, answer })
        heard()
      }),
    giveUp: async (url) => {
      given.push(url)
    },
    runAlone: (work) => work(),
    waitToRetry: () =>
      new Promise((end) => {
        waits.push(end)
        heard()
      }),
  }
  return {
    db,
    tries,
    preparations,
    waits,
    given,
    gate,
    /** Connects the device to another network. */
    connect(type: 'wifi' | 'cellular') {
      connection.type = type
      connection.dispatchEvent(new Event('change'))
    },
    openQueue: () => createUploadQueue(parts),
    add: (queue: UploadQueue, name: string, kind: MediaKind = 'photo') =>
      queue.add(makeFile('bytes'), { kind, name }),
    /** Resolves once the list (`tries`, `preparations` or `waits`) has `count` entries. */
    async until(list: readonly unknown[], count: number): Promise<void> {
      while (list.length < count)
        await new Promise<void>((done) => {
          heard = done
        })
    },
  }
}

/** Waits until the name and step of the last file are `last`, such as 'b done'. Returns those of each file. */
async function stepsWhen(queue: UploadQueue, last: string): Promise<string[]> {
  const read = () => queue.find().uploads.map(({ name, step }) => `${name} ${step}`)
  if (read().at(-1) !== last)
    await new Promise<void>((done) => {
      const stop = queue.subscribe(() => {
        if (read().at(-1) !== last) return
        stop()
        done()
      })
    })
  return read()
}

test('the queue sends one file at a time, in the order in which the files were added', async () => {
  expectConsole('warn', NO_FILE_SYSTEM)
  const { openQueue, add, tries, until } = openStage()
  const queue = openQueue()
  await add(queue, 'a')
  await add(queue, 'b')
  await until(tries, 1)
  expect(queue.find().uploads.map(({ step }) => step)).toEqual(['sending', 'waiting'])
  tries[0]?.answer(DONE)
  await until(tries, 2)
  tries[1]?.answer(DONE)
  expect(await stepsWhen(queue, 'b done')).toEqual(['a done', 'b done'])
  expect(tries.map(({ name }) => name)).toEqual(['a', 'b'])
})

test('the queue continues the same upload after the page was closed', async () => {
  expectConsole('warn', NO_FILE_SYSTEM)
  const { openQueue, add, tries, until } = openStage()
  const before = openQueue()
  await add(before, 'a')
  await until(tries, 1)
  tries[0]?.report.onUrl('/uploads/1')
  tries[0]?.report.onArrived()
  before.close()
  const after = openQueue()
  await after.open()
  await until(tries, 2)
  expect(tries[1]).toMatchObject({ name: 'a', url: '/uploads/1', isSent: true })
})

test('if the server does not answer, the queue waits and then continues the same upload', async () => {
  expectConsole('warn', NO_FILE_SYSTEM)
  const { openQueue, add, tries, waits, until } = openStage()
  const queue = openQueue()
  await add(queue, 'a')
  await until(tries, 1)
  tries[0]?.report.onUrl('/uploads/1')
  tries[0]?.answer({ kind: 'no-answer' })
  await until(waits, 1)
  expect(queue.find().isOffline).toBe(true)
  waits[0]?.()
  await until(tries, 2)
  expect(tries[1]?.url).toBe('/uploads/1')
})

test('an upload that the server no longer has starts again from the first byte', async () => {
  expectConsole('warn', NO_FILE_SYSTEM)
  const { openQueue, add, tries, until } = openStage()
  const queue = openQueue()
  await add(queue, 'a')
  await until(tries, 1)
  tries[0]?.report.onUrl('/uploads/1')
  tries[0]?.report.onArrived()
  tries[0]?.answer({ kind: 'gone' })
  await until(tries, 2)
  expect(tries[1]).toMatchObject({ url: null, isSent: false })
})

test('a refused file keeps its error, even after a reload, until it is sent again from the start', async () => {
  expectConsole('warn', NO_FILE_SYSTEM)
  const { openQueue, add, tries, until } = openStage()
  const first = openQueue()
  await add(first, 'a')
  await until(tries, 1)
  tries[0]?.report.onUrl('/uploads/1')
  tries[0]?.answer({ kind: 'refused', sentence: 'This photo is damaged.' })
  await stepsWhen(first, 'a refused')
  const queue = openQueue()
  await queue.open()
  const [refused] = queue.find().uploads
  expect(refused).toMatchObject({ step: 'refused', problem: 'This photo is damaged.' })
  expect(tries).toHaveLength(1)
  await queue.retry(refused?.id ?? '')
  await until(tries, 2)
  expect(tries[1]).toMatchObject({ url: null, isSent: false })
})

test('removing a file stops its upload and deletes both the file here and the upload on the server', async () => {
  expectConsole('warn', NO_FILE_SYSTEM)
  const { db, openQueue, add, tries, given, until } = openStage()
  const queue = openQueue()
  await add(queue, 'a')
  await add(queue, 'b')
  await until(tries, 1)
  tries[0]?.report.onUrl('/uploads/1')
  await queue.remove('file-1')
  await until(tries, 2)
  expect(tries[1]?.name).toBe('b')
  expect(given).toEqual(['/uploads/1'])
  expect(await db.queued.toCollection().primaryKeys()).toEqual(['file-2'])
  expect(await db.files.toCollection().primaryKeys()).toEqual(['file-2'])
})

test('a file that the device has no room for is sent while the page is open', async () => {
  expectConsole('warn', NO_FILE_SYSTEM)
  expectConsole('warn', /cannot be kept on this device/)
  const { db, openQueue, add, tries, until } = openStage()
  db.files.hook('creating', () => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const queue = openQueue()
  await add(queue, 'a')
  await until(tries, 1)
  expect(queue.find().isPageNeeded).toBe(true)
  tries[0]?.answer(DONE)
  await stepsWhen(queue, 'a done')
  await queue.remove('file-1')
  expect(queue.find()).toMatchObject({ uploads: [], isPageNeeded: false })
})

test('a video is compressed before any of it is sent, and photos do not wait for it', async () => {
  expectConsole('warn', NO_FILE_SYSTEM)
  const { openQueue, add, tries, preparations, until } = openStage()
  const queue = openQueue()
  await add(queue, 'photo')
  await until(tries, 1)
  await add(queue, 'video', 'video')
  await add(queue, 'later photo')
  tries[0]?.answer(DONE)
  await until(tries, 2)
  expect(tries[1]?.name).toBe('later photo')
  tries[1]?.answer(DONE)
  await until(preparations, 1)
  preparations[0]?.run.onProgress(0.4)
  expect(queue.find().uploads[1]).toMatchObject({ step: 'compressing', compressedShare: 0.4 })
  preparations[0]?.answer({ kind: 'ready', file: makeFile('less') })
  await until(tries, 3)
  expect(tries[2]?.file.size).toBe('less'.length)
  expect(queue.find().uploads[1]).toMatchObject({ step: 'sending', bytes: 'less'.length })
})

test('a video whose compression was interrupted by closing the page is compressed from the start', async () => {
  expectConsole('warn', NO_FILE_SYSTEM)
  const { openQueue, add, tries, preparations, until } = openStage()
  const first = openQueue()
  await add(first, 'video', 'video')
  await until(preparations, 1)
  first.close()
  const second = openQueue()
  await second.open()
  await until(preparations, 2)
  expect(preparations[1]?.file.size).toBe('bytes'.length)
  preparations[1]?.answer({ kind: 'ready', file: makeFile('less') })
  await until(tries, 1)
  tries[0]?.report.onUrl('/uploads/1')
  second.close()
  const third = openQueue()
  await third.open()
  await until(tries, 2)
  expect(tries[1]).toMatchObject({ url: '/uploads/1', file: { size: 'less'.length } })
  expect(preparations).toHaveLength(2)
})

test('an upload that began with the original bytes continues with them, uncompressed', async () => {
  expectConsole('warn', NO_FILE_SYSTEM)
  const { db, openQueue, add, tries, preparations, until } = openStage()
  const before = openQueue()
  await add(before, 'video', 'video')
  await until(preparations, 1)
  before.close()
  await db.queued.update('file-1', { url: '/uploads/1' })
  const after = openQueue()
  await after.open()
  await until(tries, 1)
  expect(tries[0]?.file.size).toBe('bytes'.length)
  expect(preparations).toHaveLength(1)
})

test('if the device has no room to store the compressed video, the original is sent, also after a reload', async () => {
  expectConsole('warn', NO_FILE_SYSTEM)
  expectConsole('warn', /smaller file cannot be kept/)
  const { db, openQueue, add, tries, preparations, until } = openStage()
  const queue = openQueue()
  await add(queue, 'video', 'video')
  await until(preparations, 1)
  db.files.hook('updating', () => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  preparations[0]?.answer({ kind: 'ready', file: makeFile('less') })
  await until(tries, 1)
  expect(tries[0]?.file.size).toBe('bytes'.length)
  queue.close()
  const after = openQueue()
  await after.open()
  await until(tries, 2)
  expect(tries[1]?.file.size).toBe('bytes'.length)
  expect(preparations).toHaveLength(1)
})

test('a video is sent uncompressed if the user skips the compression, and not sent if the user removes it', async () => {
  expectConsole('warn', NO_FILE_SYSTEM)
  const { db, openQueue, add, tries, preparations, until } = openStage()
  const queue = openQueue()
  await add(queue, 'video', 'video')
  await until(preparations, 1)
  queue.skipCompression('file-1')
  await until(tries, 1)
  expect(tries[0]?.file.size).toBe('bytes'.length)
  tries[0]?.answer(DONE)
  await add(queue, 'other', 'video')
  await until(preparations, 2)
  await queue.remove('file-2')
  expect(preparations[1]?.run.signal.aborted).toBe(true)
  expect(await db.files.toCollection().primaryKeys()).toEqual(['file-1'])
  expect(tries).toHaveLength(1)
})

test('a video is compressed even while the server does not answer', async () => {
  expectConsole('warn', NO_FILE_SYSTEM)
  const { openQueue, add, tries, waits, preparations, until } = openStage()
  const queue = openQueue()
  await add(queue, 'photo')
  await add(queue, 'video', 'video')
  await until(tries, 1)
  tries[0]?.answer({ kind: 'no-answer' })
  await until(waits, 1)
  waits[0]?.()
  await until(preparations, 1)
  // As if the code for compression could not be loaded: then the queue sends the photo, and tries the video again later.
  preparations[0]?.answer({ kind: 'no-answer' })
  await until(waits, 2)
  waits[1]?.()
  await until(tries, 2)
  expect(tries[1]?.name).toBe('photo')
})

test('on mobile data, files wait for Wi-Fi if the user chose so, but videos are compressed meanwhile', async () => {
  expectConsole('warn', NO_FILE_SYSTEM)
  const { gate, connect, openQueue, add, tries, preparations, until } = openStage()
  gate.choose(true)
  const queue = openQueue()
  await add(queue, 'photo')
  await until(tries, 1)
  tries[0]?.report.onUrl('/uploads/1')
  connect('cellular')
  expect(await stepsWhen(queue, 'photo waiting')).toEqual(['photo waiting'])
  expect(queue.find().isOffline).toBe(false)
  await add(queue, 'video', 'video')
  await until(preparations, 1)
  preparations[0]?.answer({ kind: 'ready', file: makeFile('less') })
  expect(await stepsWhen(queue, 'video waiting')).toEqual(['photo waiting', 'video waiting'])
  expect(tries).toHaveLength(1)
  connect('wifi')
  await until(tries, 2)
  expect(tries[1]).toMatchObject({ name: 'photo', url: '/uploads/1' })
})

test('"Send now" allows uploads over mobile data until the device next connects to Wi-Fi', async () => {
  expectConsole('warn', NO_FILE_SYSTEM)
  const { gate, connect, openQueue, add, tries, until } = openStage()
  gate.choose(true)
  connect('cellular')
  const queue = openQueue()
  await add(queue, 'photo')
  expect(queue.find().uploads.filter(isHeldBack)).toHaveLength(1)
  gate.sendNow()
  await until(tries, 1)
  connect('wifi')
  connect('cellular')
  expect(await stepsWhen(queue, 'photo waiting')).toEqual(['photo waiting'])
})
