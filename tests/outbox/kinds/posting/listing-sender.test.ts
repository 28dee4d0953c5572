import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createListingLocks } from '#src/outbox/kinds/posting/listing-locks.ts'
import {
  type Answer,
  createListingSender,
  type ListingSender,
  type ListingSenderParts,
  type SentDraft,
} from '#src/outbox/kinds/posting/listing-sender.ts'
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
  const submissions = new Map<string, SentDraft>()
  const asked: string[] = []
  const onSent = vi.fn<ListingSenderParts['onSent']>()
  const onSending = vi.fn<ListingSenderParts['onSending']>()
  let current: ListingSender | null = null
  let beforeAnswer = async (_: string): Promise<void> => {}

  async function pass<Value>(name: string, apply: () => Answer<Value>): Promise<Answer<Value>> {
    asked.push(name)
    const fate = fateOf(asked.length)
    if (fate === 'lost') return NO_ANSWER
    const answer = apply()
    await beforeAnswer(name)
    if (fate === 'answered') return answer
    if (fate === 'closed') open()
    return NO_ANSWER
  }

  const parts = {
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
    onSending,
    onSent,
    runAlone: (work) => work(),
    waitToRetry: async () => {},
  } satisfies ListingSenderParts

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
    /** Keeps a listing that is to be submitted. */
    keep: () => listings.keep(ID, titled('Flat', { submitKey: KEY }), null),
    asked,
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
    await stage.keep()
    void stage.open()
    await stage.idle()
    expect(stage.submissions()).toEqual([{ title: 'Flat', media: ['photo-1', 'photo-2'] }])
    expect(stage.parts.onSent.mock.calls).toMatchObject([[{ isSubmitted: true }]])
  })

  test('when two tabs send it at the same time', async () => {
    const stage = openStage()
    await stage.keep()
    const other = createListingSender({ ...stage.parts, locks: createListingLocks(undefined) })
    await Promise.all([stage.open(), other.start()])
    await stage.idle()
    expect(stage.submissions()).toEqual([{ title: 'Flat', media: ['photo-1', 'photo-2'] }])
  })
})

test('a sender that failed to start does nothing until it is started again', async () => {
  const stage = openStage()
  const runAlone = vi.fn().mockRejectedValue(new Error('no lock'))
  const sender = createListingSender({ ...stage.parts, runAlone })
  expectConsole('error', /could not be sent/)
  await sender.start()
  expect(runAlone).toHaveBeenCalledTimes(1)
  await sender.start()
  expect(runAlone).toHaveBeenCalledTimes(2)
})

test('a draft is saved and not submitted', async () => {
  const stage = openStage()
  stage.setFiles([])
  await stage.listings.keep(ID, titled('Flat'), null)
  await stage.open()
  expect(stage.asked).toEqual(['save', 'files'])
  expect(stage.parts.onSending.mock.calls).toEqual([[ID], [null]])
  expect(await stage.listings.list()).toEqual([])
  expect(stage.parts.onSent.mock.calls).toMatchObject([[{ isSubmitted: false }]])
})

test('a refused listing stays on the device and is not sent again automatically', async () => {
  const stage = openStage()
  const submit = async () => refused('You have 50 live listings.')
  const sender = createListingSender({ ...stage.parts, submit })
  await stage.keep()
  await sender.start()
  const asked = stage.asked.length
  await sender.start()
  expect(stage.asked).toHaveLength(asked)
  const problem = { sentence: 'You have 50 live listings.' }
  const kept = { typed: { title: 'Flat' }, submitKey: null, problem }
  expect(await stage.listings.list()).toMatchObject([kept])
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
  await stage.keep()
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
  await stage.keep()
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
