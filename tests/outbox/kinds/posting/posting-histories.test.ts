import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ticketOf } from '#src/outbox/kinds/posting/posting-queueing.ts'
import { type Fate, openStage } from './posting-stage.ts'
import { ID, titled } from './waiting-listing.ts'

// What owners do with a listing, in any order, on a network that loses requests and answers, and in pages that close: what
// the device has taken reaches the server once, and nothing is left.

const FATES = ['answered', 'lost', 'unanswered', 'closed'] as const satisfies readonly Fate[]

type Act =
  | { kind: 'write' | 'photo' | 'submit' | 'send' | 'discard' }
  /** The owner edits, or submits, while a page sends. */
  | { kind: 'write-meanwhile' | 'submit-meanwhile'; step: string }

const ACTS: fc.Arbitrary<Act> = fc.oneof(
  fc.constantFrom<Act>(
    { kind: 'write' },
    { kind: 'photo' },
    { kind: 'submit' },
    { kind: 'send' },
    { kind: 'send' },
    { kind: 'discard' },
  ),
  fc.record({
    kind: fc.constantFrom('write-meanwhile' as const, 'submit-meanwhile' as const),
    step: fc.constantFrom('save', 'files', 'submit'),
  }),
)

test('in any history of edits, photos, submissions, discards and faults, nothing is lost, doubled or stuck', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(ACTS, { minLength: 1, maxLength: 9 }),
      fc.array(fc.constantFrom(...FATES), { maxLength: 12 }),
      playHistory,
    ),
    { numRuns: 60 },
  )
})

async function playHistory(acts: readonly Act[], fates: readonly Fate[]): Promise<void> {
  let isCalm = false
  const stage = openStage((request) => (isCalm ? 'answered' : (fates[request - 1] ?? 'answered')))
  const { listings, device } = stage
  stage.setFiles([])
  let edits = 0
  let mark: string | null = null
  let files = 0
  /** What the owner has done last; no title after a discard. */
  const wanted = { title: '', photos: new Set<string>(), submitKey: null as string | null }
  const keys = new Set<string>()

  async function edit(submitKey: string | null): Promise<void> {
    edits += 1
    const title = (submitKey !== null && wanted.title) || `Title ${edits}`
    const known = { content: titled(''), mark }
    const { typed } = titled(title)
    const kept = await listings.edit(ID, (before) => ({ ...before, typed, submitKey }), known)
    if (kept.kind === 'overtaken') throw new Error('Only one screen edits.')
    mark = kept.row.mark
    Object.assign(wanted, { title, submitKey })
    if (submitKey !== null) keys.add(submitKey)
  }

  async function queue(): Promise<void> {
    const row = await listings.find(ID)
    if (row) await device.store.queueChange(ticketOf(row))
  }

  async function submit(): Promise<void> {
    await edit(`key-${edits}`)
    await queue()
  }

  for (const act of acts) {
    if (act.kind === 'write') await edit(null)
    if (act.kind === 'submit') await submit()
    if (act.kind === 'photo') {
      files += 1
      stage.addFile({ fileId: `file-${files}`, mediaId: `photo-${files}` })
      wanted.photos.add(`photo-${files}`)
      await edit(null)
      await queue()
    }
    if (act.kind === 'discard') {
      await listings.discard(ID)
      stage.setFiles([])
      Object.assign(wanted, { title: '', photos: new Set(), submitKey: null })
    }
    if ('step' in act) {
      stage.onRequest(async (name) => {
        if (name !== act.step) return
        stage.onRequest(async () => {})
        await (act.kind === 'write-meanwhile' ? edit(null) : submit())
      })
    }
    if (act.kind === 'send' || 'step' in act) {
      await queue()
      await stage.sendAll(2)
      stage.onRequest(async () => {})
    }
  }

  isCalm = true
  await queue()
  await stage.sendAll()
  expect(await listings.list()).toEqual([])
  expect((await device.states()).filter((state) => state !== 'acked')).toEqual([])
  const submissions = stage.submissions()
  expect(submissions.length).toBeLessThanOrEqual(keys.size)
  const { title, photos, submitKey } = wanted
  if (title === '') return
  expect(stage.stored()?.draft.title).toBe(title)
  expect(stage.stored()?.draft.media).toEqual(expect.arrayContaining([...photos]))
  if (submitKey !== null) expect(stage.submissionOf(submitKey)).toMatchObject({ title })
}
