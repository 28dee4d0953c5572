import { describe, expect, inject, test } from 'vitest'
import {
  type Decision,
  type Effect,
  type Intent,
  judgeEffects,
} from '#tools/faults/browser/intent-model.ts'
import { runKillCampaign } from '#tools/faults/browser/kill-campaign.ts'
import {
  judgePostings,
  type PostedListing,
  type Submission,
} from '#tools/faults/browser/posting-model.ts'

// A phone may kill a browser at any time. A decision shown as saved before the kill must have exactly one effect. A listing that
// was shown as saved must be on the server once, with its photos.

const CYCLES = 10 // about two minutes; tools/faults/browser/run-kill-cycles.ts runs hundreds
const LONGEST_MS = 480_000 // allows for other tests that run on the same two cores

test('two browsers killed ten times during decisions and postings on a bad network lose and duplicate nothing', {
  tags: ['long'],
  timeout: LONGEST_MS,
}, async () => {
  const report = await runKillCampaign({
    seed: 'npm test',
    cycles: CYCLES,
    chromium: inject('chromium'),
    distDir: inject('distDir'),
  })
  expect(report).toMatchObject({ findings: [], undrained: null })
  expect(report.postings).toMatchObject({ findings: [], left: [] })
  // Confirms that decisions were made and saved, and that the browser was killed in between.
  expect(report.kills).toBeGreaterThanOrEqual(CYCLES)
  expect(report.saved).toBeGreaterThan(CYCLES)
  expect(report.effects).toBeGreaterThan(CYCLES)
  expect(report.postings.asked).toBe(CYCLES)
  expect(report.postings.posted).toBeGreaterThan(0)
})

describe('judgePostings', () => {
  const saved = { title: 'Flat 1', photos: 2, isSaved: true }
  const maybe = { ...saved, isSaved: false }
  const whole = { title: 'Flat 1', submittedPhotos: 2 }
  const draft = { ...whole, submittedPhotos: null }

  test.each<[words: string, kinds: string[], submission: Submission, posted: PostedListing[]]>([
    ['a saved submission that is on the server', [], saved, [whole]],
    ['a submission that was being saved at the kill', [], maybe, []],
    ['a draft of a submission that was being saved at the kill', [], maybe, [draft]],
    ['a saved submission that is not on the server', ['lost'], saved, []],
    ['a saved submission of which the server has a draft', ['lost'], saved, [draft]],
    ['a submission without one of its photos', ['lost'], maybe, [{ ...whole, submittedPhotos: 1 }]],
    ['a listing that is on the server twice', ['doubled'], saved, [whole, draft]],
  ])('judges %s', (_words, kinds, submission, posted) => {
    expect(judgePostings([submission], posted).map(({ kind }) => kind)).toEqual(kinds)
  })

  test('accepts a saved submission that is still on the device', () => {
    expect(judgePostings([saved], [draft], new Set(['Flat 1']))).toEqual([])
  })
})

describe('judgeEffects', () => {
  const A: Decision = 'approved'
  const R: Decision = 'rejected'
  const saved = (to: Decision) => ({ to, isSaved: true })
  const maybe = (to: Decision) => ({ to, isSaved: false })
  const listingId = 'one'

  function judge(asked: Pick<Intent, 'to' | 'isSaved'>[], done: Decision[], sentAt: number[] = []) {
    const intents = asked.map((intent, index) => ({ ...intent, listingId, askedAt: index * 10 }))
    const effects: Effect[] = done.map((to, index) => ({ listingId, to, key: `key ${index}` }))
    const toAt = (at: number) => asked[Math.floor(at / 10)]?.to ?? A
    const sightings = sentAt.map((at) => ({ listingId, to: toAt(at), at }))
    return judgeEffects(intents, effects, sightings).map(({ kind }) => kind)
  }

  test.each<[words: string, ...Parameters<typeof judge>]>([
    ['a saved decision with its effect', [saved(A)], [A]],
    ['two decisions with an effect each', [saved(A), saved(R)], [A, R]],
    ['two decisions that merged before they were sent', [saved(A), saved(R)], [R]],
    ['a decision that was being saved at the kill, with its effect', [maybe(A)], [A]],
    ['a decision that was being saved at the kill, without an effect', [maybe(A)], []],
    ['a saved decision that the next one may have replaced', [saved(A), maybe(R)], [R]],
    ['two approvals with a lost rejection between', [saved(A), maybe(R), saved(A)], [A]],
    ['an approval sent before two merged decisions', [saved(A), saved(R), saved(A)], [A], [5]],
  ])('accepts %s', (_words, asked, done, sentAt) => {
    expect(judge(asked, done, sentAt)).toEqual([])
  })

  test.each<[words: string, kinds: string[], ...Parameters<typeof judge>]>([
    ['a saved decision without an effect', ['lost'], [saved(A)], []],
    ['a saved second decision without an effect', ['lost'], [saved(A), saved(R)], [A]],
    ['a first decision that was sent but has no effect', ['lost'], [saved(A), saved(R)], [R], [5]],
    ['an effect that recurs after another effect', ['doubled'], [saved(A), saved(R)], [A, R, A]],
    ['a decision being saved at the kill, with two effects', ['doubled'], [maybe(A)], [A, A]],
    ['two effects in the wrong order', ['disordered'], [saved(A), saved(R)], [R, A]],
    ['an effect without a decision', ['disordered'], [], [A]],
    ['an effect that differs from the decision', ['disordered'], [saved(A)], [R]],
  ])('reports %s', (_words, kinds, asked, done, sentAt) => {
    expect(judge(asked, done, sentAt)).toEqual(kinds)
  })

  test('reports two effects with the same idempotency key', () => {
    const intents = ['one', 'two'].map((id, askedAt) => ({ ...saved(A), listingId: id, askedAt }))
    const effects = intents.map(({ listingId, to }) => ({ listingId, to, key: 'the same' }))
    expect(judgeEffects(intents, effects, []).map(({ kind }) => kind)).toEqual(['doubled'])
  })
})
