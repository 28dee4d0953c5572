import { describe, expect, inject, test } from 'vitest'
import {
  type Decision,
  type Effect,
  type Intent,
  judgeEffects,
} from '#tools/faults/browser/intent-model.ts'
import { runKillCampaign } from '#tools/faults/browser/kill-campaign.ts'

// A phone may kill a browser at any time. A decision shown as saved before the kill must have exactly one effect.

const CYCLES = 10 // about half a minute; tools/faults/browser/run-kill-cycles.ts runs hundreds
const LONGEST_MS = 240_000 // allows for other tests that run on the same two cores

test('a browser killed ten times during decisions on a bad network loses and duplicates nothing', {
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
  // Confirms that decisions were made and saved, and that the browser was killed in between.
  expect(report.kills).toBeGreaterThanOrEqual(CYCLES)
  expect(report.saved).toBeGreaterThan(CYCLES)
  expect(report.effects).toBeGreaterThan(CYCLES)
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
