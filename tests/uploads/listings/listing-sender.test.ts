import { describe, expect, onTestFinished, test } from 'vitest'
import { createListingLocks } from '#src/uploads/listings/listing-locks.ts'
import {
  type Answer,
  createListingSender,
  type ListingSender,
  type ListingSenderParts,
  type SentDraft,
} from '#src/uploads/listings/listing-sender.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { ID, KEY, openDevice, titled } from './waiting-listing.ts'

const FILES = [
  { fileId: 'file-1', mediaId: 'photo-1' },
  { fileId: 'file-2', mediaId: 'photo-2' },
]
const NO_ANSWER = { kind: 'no-answer' } as const

/**
 * The fate of a request. lost: it does not arrive. unanswered: its answer is lost. closed: the page closes before the
 * answer.
 */
type Fate = 'lost' | 'unanswered' | 'closed' | 'answered'

/** A device and a stub server with the rules of the real one, with a network whose faults the test chooses. */
function openStage(fateOf: (request: number) => Fate = () => 'answered') {
  const { listings, ...device } = openDevice()
  const locks = createListingLocks(undefined)
  let stored: { draft: SentDraft; version: number } | null = null
  let files = FILES
  let requests = 0
  const submissions = new Map<string, SentDraft>()
  const sent: boolean[] = []
  const asked: string[] = []
  const taken: (string | null)[] = []
  let current: ListingSender | null = null
  let beforeAnswer = async (_: string): Promise<void> => {}

  async function pass<Value>(name: string, apply: () => Answer<Value>): Promise<Answer<Value>> {
    requests += 1
    asked.push(name)
    const fate = fateOf(requests)
    if (fate === 'lost') return NO_ANSWER
    const answer = apply()
    await beforeAnswer(name)
    if (fate === 'answered') return answer
    if (fate === 'closed') open()
    return NO_ANSWER
  }

  const parts: ListingSenderParts = {
    listings,
    locks,
    save: ({ version }, draft) =>
      pass('save', () => {
        if (JSON.stringify(stored?.draft) === JSON.stringify(draft)) return done(stored?.version)
        if (stored && version !== null && version !== stored.version)
          return refused('This listing was changed on another device.')
        stored = { draft, version: (stored?.version ?? 0) + 1 }
        return done(stored.version)
      }),
    sendFiles: () => pass('files', () => done(files)),
    async dropFiles(ids) {
      files = files.filter(({ fileId }) => !ids.includes(fileId))
    },
    submit: (_, key) =>
      pass('submit', () => {
        if (stored && !submissions.has(key)) submissions.set(key, stored.draft)
        return done(undefined)
      }),
    onSending: (id) => taken.push(id),
    onSent: ({ isSubmitted }) => sent.push(isSubmitted),
    runAlone: (work) => work(),
    waitToRetry: async () => {},
  }

  /** Closes the current page, if any, and opens a new one. */
  function open(): Promise<void> {
    current?.close()
    current = createListingSender(parts)
    return current.start()
  }
  onTestFinished(() => current?.close())

  return {
    ...device,
    listings,
    locks,
    parts,
    open,
    asked,
    sent,
    taken,
    submissions: () => [...submissions.values()].map(({ title, media }) => ({ title, media })),
    stored: () => stored,
    setFiles(next: typeof FILES) {
      files = next
    },
    onRequest(work: typeof beforeAnswer) {
      beforeAnswer = work
    },
    /** Waits until no listing is left to send. */
    async idle(): Promise<void> {
      await expect.poll(() => listings.list(), { interval: 1 }).toEqual([])
    },
  }
}

function done<Value>(value: Value | undefined): Answer<Value> {
  return { kind: 'done', value: value as Value } // `value` is undefined only in the answer to `submit`
}

function refused(sentence: string): Answer<never> {
  return { kind: 'refused', problem: { sentence, fields: {} } }
}

describe('a listing with two photos is submitted to the server exactly once', () => {
  const steps = ['save', 'files', 'save with the files', 'submit']
  const fates = ['lost', 'unanswered', 'closed'] as const
  const cases = steps.flatMap((step, index) => fates.map((fate) => ({ step, fate, index })))

  test.each(cases)('with the fault "$fate" in the request "$step"', async ({ fate, index }) => {
    const stage = openStage((request) => (request === index + 1 ? fate : 'answered'))
    await stage.listings.keep(ID, titled('Flat', { submitKey: KEY }), null)
    void stage.open()
    await stage.idle()
    expect(stage.submissions()).toEqual([{ title: 'Flat', media: ['photo-1', 'photo-2'] }])
    expect(stage.sent).toEqual([true])
  })

  test('when two tabs send it at the same time', async () => {
    const stage = openStage()
    await stage.listings.keep(ID, titled('Flat', { submitKey: KEY }), null)
    const other = createListingSender({ ...stage.parts, locks: createListingLocks(undefined) })
    await Promise.all([stage.open(), other.start()])
    await stage.idle()
    expect(stage.submissions()).toEqual([{ title: 'Flat', media: ['photo-1', 'photo-2'] }])
  })
})

test('a sender that failed to start does nothing until it is started again', async () => {
  const stage = openStage()
  let starts = 0
  const sender = createListingSender({
    ...stage.parts,
    async runAlone() {
      starts += 1
      throw new Error('no lock')
    },
  })
  await sender.start()
  expect(starts).toBe(1)
  expectConsole('error', /could not be sent/)
  await sender.start()
  expect(starts).toBe(2)
})

test('a draft is saved and not submitted', async () => {
  const stage = openStage()
  stage.setFiles([])
  await stage.listings.keep(ID, titled('Flat'), null)
  await stage.open()
  expect(stage.asked).toEqual(['save', 'files'])
  expect(stage.taken).toEqual([ID, null])
  expect(await stage.listings.list()).toEqual([])
  expect(stage.sent).toEqual([false])
})

test('a refused listing stays on the device and is not sent again automatically', async () => {
  const stage = openStage()
  const submit = async () => refused('You have 50 live listings.')
  const sender = createListingSender({ ...stage.parts, submit })
  await stage.listings.keep(ID, titled('Flat', { submitKey: KEY }), null)
  await sender.start()
  const asked = stage.asked.length
  await sender.start()
  expect(stage.asked).toHaveLength(asked)
  const [row] = await stage.listings.list()
  expect(row?.typed.title).toBe('Flat')
  expect(row).toMatchObject({
    submitKey: null,
    problem: { sentence: 'You have 50 live listings.' },
  })
})

test('a newer version on the server is not replaced', async () => {
  const stage = openStage()
  await stage.listings.keep(ID, titled('On the phone'), null)
  await stage.open()
  await stage.listings.keep(ID, titled('Later on the phone', { version: 7 }), null)
  await stage.open()
  expect(stage.stored()?.draft.title).toBe('On the phone')
  const [row] = await stage.listings.list()
  expect(row?.problem?.sentence).toBe('This listing was changed on another device.')
})

test('a listing edited while it is sent is not submitted with the old content', async () => {
  const stage = openStage()
  await stage.listings.keep(ID, titled('Flat', { submitKey: KEY }), null)
  stage.onRequest(async (name) => {
    stage.onRequest(async () => {})
    const [row] = await stage.listings.list()
    if (name === 'save') await stage.listings.keep(ID, titled('Villa'), row?.mark ?? null)
  })
  await stage.open()
  await stage.open()
  expect(stage.submissions()).toEqual([])
  expect(stage.stored()?.draft.title).toBe('Villa')
})

test('sending a listing pauses while the user has it open', async () => {
  const stage = openStage()
  await stage.listings.keep(ID, titled('Flat', { submitKey: KEY }), null)
  let release = () => {}
  stage.onRequest(async () => {
    stage.onRequest(async () => {})
    release = await stage.locks.hold(ID)
  })
  await stage.open()
  expect(stage.asked).toEqual(['save'])
  await stage.open()
  expect(stage.asked).toEqual(['save'])
  release()
  await stage.open()
  expect(stage.submissions()).toHaveLength(1)
})

test('the listings of another person are not sent', async () => {
  const stage = openStage()
  await stage.listingsOf('ravi').keep(ID, titled('Flat', { submitKey: KEY }), null)
  await stage.open()
  expect(stage.asked).toEqual([])
})
