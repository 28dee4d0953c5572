import { describe, expect, inject, test } from 'vitest'
import {
  type Decision,
  type Effect,
  type Intent,
  judgeEffects,
} from '#tests/faults/browser/intent-model.ts'
import { runKillCampaign } from '#tests/faults/browser/kill-campaign.ts'

// A phone kills a browser when it likes. What the screen called saved before that has exactly one effect.

const CYCLES = 10 // half a minute's worth; tests/faults/browser/run-kill-cycles.ts plays hundreds
const LONGEST_MS = 240_000 // a browser's start each, beside other tests on two cores

test('ten times killed in a burst of decisions on a bad network, a device loses nothing and doubles nothing', {
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
  // It did happen: decisions were made and kept, and the browser died in between.
  expect(report.kills).toBeGreaterThanOrEqual(CYCLES)
  expect(report.saved).toBeGreaterThan(CYCLES)
  expect(report.effects).toBeGreaterThan(CYCLES)
})

describe('the judge of the effects', () => {
  const A: Decision = 'approved'
  const R: Decision = 'rejected'
  const saved = (to: Decision) => ({ to, isSaved: true })
  const maybe = (to: Decision) => ({ to, isSaved: false })
  const listingId = 'one'

  function judge(asked: Pick<Intent, 'to' | 'isSaved'>[], done: Decision[], sentAt: number[] = []) {
    const intents = asked.map((intent, index) => ({ ...intent, listingId, askedAt: index * 10 }))
    const effects: Effect[] = done.map((to, index) => ({ listingId, to, key: `key ${index}` }))
    const sightings = sentAt.map((at) => ({
      listingId,
      to: asked[Math.floor(at / 10)]?.to ?? A,
      at,
    }))
    return judgeEffects(intents, effects, sightings).map(({ kind }) => kind)
  }

  test.each<[words: string, ...Parameters<typeof judge>]>([
    ['a saved decision with its effect', [saved(A)], [A]],
    ['two decisions with an effect each', [saved(A), saved(R)], [A, R]],
    ['two that became one before they were sent', [saved(A), saved(R)], [R]],
    ['one that was in flight at a kill, kept', [maybe(A)], [A]],
    ['one that was in flight at a kill, never kept', [maybe(A)], []],
    ['one that was taken back by one that may have been kept', [saved(A), maybe(R)], [R]],
    ['one that asks for what is so already', [saved(A), maybe(R), saved(A)], [A]],
    ['three, the middle one taken in by the third', [saved(A), saved(R), saved(A)], [A], [5]],
  ])('takes %s', (_words, asked, done, sentAt) => {
    expect(judge(asked, done, sentAt)).toEqual([])
  })

  test.each<[words: string, kinds: string[], ...Parameters<typeof judge>]>([
    ['a saved decision without an effect', ['lost'], [saved(A)], []],
    ['a last decision without an effect', ['lost'], [saved(A), saved(R)], [A]],
    ['one that had left the device and is not there', ['lost'], [saved(A), saved(R)], [R], [5]],
    ['an effect that comes again after the next', ['doubled'], [saved(A), saved(R)], [A, R, A]],
    ['an effect of one in flight, twice', ['doubled'], [maybe(A)], [A, A]],
    ['two effects the wrong way round', ['disordered'], [saved(A), saved(R)], [R, A]],
    ['an effect that nobody asked for', ['disordered'], [], [A]],
    ['another effect than what was asked for', ['disordered'], [saved(A)], [R]],
  ])('finds %s', (_words, kinds, asked, done, sentAt) => {
    expect(judge(asked, done, sentAt)).toEqual(kinds)
  })

  test('finds one key with two effects', () => {
    const intents = ['one', 'two'].map((id, askedAt) => ({ ...saved(A), listingId: id, askedAt }))
    const effects = intents.map(({ listingId, to }) => ({ listingId, to, key: 'the same' }))
    expect(judgeEffects(intents, effects, []).map(({ kind }) => kind)).toEqual(['doubled'])
  })
})
