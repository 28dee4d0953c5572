import { expect, onTestFinished, test } from 'vitest'
import { createUploadsDatabase } from '#src/storage/uploads-database.ts'
import {
  createUploadQueue,
  type Sent,
  type UploadQueue,
  type UploadQueueParts,
  type UploadReport,
} from '#src/uploads/upload-queue.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'

const MEDIA = { id: 'm', kind: 'photo', url: '/media/m', smallUrl: null } as const
const DONE = { kind: 'done', media: MEDIA as never } satisfies Sent // the queue only passes it on
const NO_FILE_SYSTEM = /no file system for pages/

interface Try {
  name: string
  url: string | null
  isSent: boolean
  report: UploadReport
  answer: (sent: Sent) => void
}

/** A queue whose server answers when the test says so. */
function openStage() {
  const name = crypto.randomUUID()
  const db = createUploadsDatabase(name)
  onTestFinished(() => db.delete())
  const tries: Try[] = []
  const waits: (() => void)[] = []
  const given: string[] = []
  let heard = () => {}
  let ids = 0
  const parts: UploadQueueParts = {
    db,
    userId: 'asha',
    listingId: 'flat',
    makeId: () => `file-${++ids}`,
    now: () => ids,
    send: ({ name: file, url, isSent }, _, report, signal) =>
      new Promise((answer) => {
        signal.addEventListener('abort', () => answer({ kind: 'no-answer' }))
        tries.push({ name: file, url, isSent, report, answer })
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
    waits,
    given,
    openQueue: () => createUploadQueue(parts),
    add: (queue: UploadQueue, file: string) =>
      queue.add(new Blob(['bytes']), { kind: 'photo', name: file }),
    /** Resolves with the next request or pause that the queue makes, once there are so many. */
    async until(list: readonly unknown[], count: number): Promise<void> {
      while (list.length < count)
        await new Promise<void>((done) => {
          heard = done
        })
    },
  }
}

/** The steps of the files, once the last of them is this one. */
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

test('sends one file at a time, in the order chosen', async () => {
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

test('goes on with the same upload after the page was closed', async () => {
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

test('without an answer it waits, and tries the same upload again', async () => {
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

test('an upload that the server has forgotten begins again', async () => {
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

test('a refusal stays with its file, also after a reload, until it is sent again from its beginning', async () => {
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

test('a removed file stops being sent, leaves the device, and is given up on the server', async () => {
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

test('a file for which the device has no room is sent while the page is open', async () => {
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
