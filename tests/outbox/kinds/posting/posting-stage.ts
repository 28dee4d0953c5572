import { toTyped } from '#src/domain/posting/typed-posting.ts'
import {
  type Answer,
  attemptPosting,
  type PostingAttemptParts,
  type SentDraft,
} from '#src/outbox/kinds/posting/posting-attempt.ts'
import type { DrainParts } from '#src/outbox/sending/drain-parts.ts'
import { createDrainDevice } from '#tests/support/outbox/drain-device.ts'
import { ID, KEY, openDevice, titled } from './waiting-listing.ts'

const FILES = [
  { fileId: 'file-1', mediaId: 'photo-1' },
  { fileId: 'file-2', mediaId: 'photo-2' },
]
const NO_ANSWER = { kind: 'no-answer' } as const
export const HOUR_MS = 3_600_000

/**
 * The fate of a request. lost: it does not arrive. unanswered: its answer is lost. closed: the page closes before the
 * answer.
 */
export type Fate = 'lost' | 'unanswered' | 'closed' | 'answered'

/** A device and a stub server with the rules of the real one, with a network whose faults the test chooses. */
export function openStage(fateOf: (request: number) => Fate = () => 'answered') {
  const { listings, write, ...kept } = openDevice()
  const device = createDrainDevice()
  let stored: { draft: SentDraft; version: number } | null = null
  let files = FILES
  const submissions = new Map<string, SentDraft>()
  const asked: string[] = []
  let closing = new AbortController()
  let beforeAnswer = async (_: string): Promise<void> => {}

  async function pass<Value>(name: string, apply: () => Answer<Value>): Promise<Answer<Value>> {
    asked.push(name)
    const fate = fateOf(asked.length)
    if (fate === 'lost') return NO_ANSWER
    const answer = apply()
    await beforeAnswer(name)
    if (fate === 'closed') {
      closing.abort()
      return NO_ANSWER
    }
    return fate === 'answered' ? answer : NO_ANSWER
  }

  const parts: PostingAttemptParts = {
    listings,
    save: ({ version }, draft) =>
      pass('save', () => {
        if (JSON.stringify(stored?.draft) === JSON.stringify(draft)) return done(stored?.version)
        if (stored && version !== null && version !== stored.version) return overtaken(stored)
        stored = { draft, version: (stored?.version ?? 0) + 1 }
        return done(stored.version)
      }),
    sendFiles: () => pass('files', () => done(files)),
    async dropFiles(_, ids) {
      files = files.filter(({ fileId }) => !ids.includes(fileId))
    },
    stopFiles() {},
    submit: (_, key) =>
      pass('submit', () => {
        if (stored && !submissions.has(key)) submissions.set(key, stored.draft)
        return done(undefined)
      }),
  }

  const openTab = (overrides: Partial<PostingAttemptParts> = {}, more: Partial<DrainParts> = {}) =>
    device.openTab(() => Promise.reject(new Error('nothing else is sent')), {
      sendInPage: (change, claim) =>
        attemptPosting({ ...parts, ...overrides }, change.entityId, claim),
      ...more,
    })

  return {
    ...kept,
    device,
    listings,
    write,
    parts,
    openTab,
    /** Keeps a listing that is to be submitted, and queues its change. */
    async keep(userId = 'asha', submitKey: string | null = KEY): Promise<void> {
      await write(titled('Flat', { submitKey }), userId)
      const kind = submitKey === null ? 'save' : 'submit'
      const common = { entity: 'posting', entityId: ID, entityName: 'Flat', isKeyed: true } as const
      await device.store.queueChange({ ...common, userId, action: { kind } })
    },
    /** Drains in new pages, later and later, until nothing is waiting. */
    async sendAll(pages = 9): Promise<void> {
      for (let page = 0; page < pages; page += 1) {
        closing = new AbortController()
        await openTab().run()
        device.nowMs += HOUR_MS
      }
    },
    asked,
    submissions: () => [...submissions.values()].map(({ title, media }) => ({ title, media })),
    submissionOf: (key: string) => submissions.get(key),
    stored: () => stored,
    addFile(file: (typeof FILES)[number]) {
      files = [...files, file]
    },
    setFiles(next: typeof FILES) {
      files = next
    },
    onRequest(work: typeof beforeAnswer) {
      beforeAnswer = work
    },
  }
}

function done<Value>(value: Value | undefined): Answer<Value> {
  return { kind: 'done', value: value as Value } // `value` is undefined only in the answer to `submit`
}

export function refused(sentence: string): Answer<never> {
  return { kind: 'refused', problem: { sentence, fields: {} }, status: 422, code: 'too-many' }
}

function overtaken({ draft, version }: { draft: SentDraft; version: number }): Answer<never> {
  const sentence = 'This listing was changed on another device.'
  const newer = { typed: toTyped(draft), media: draft.media, version }
  return { kind: 'refused', problem: { sentence, fields: {}, newer }, status: 412, code: null }
}
