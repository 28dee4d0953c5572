import { expect, test } from 'vitest'
import {
  type AddressChange,
  forgetVisit,
  NO_VISITS,
  type Visits,
  visitsAfter,
} from '#src/app/shells/panel/preserved-visits.ts'
import type { Section } from '#src/config/paths.ts'

// Which sections stay mounted but hidden behind the visible one, and when a section is mounted anew.

type Step = [shown: Section | null, search: string, change?: AddressChange]

const ALL: Step = ['property', '?section=property']
const RENT: Step = ['property', '?section=property&tab=rent']
const REVIEW: Step = [null, '?section=property&review=next']
const USERS: Step = ['users', '?section=users']
const LOANS: Step = ['loans', '?section=loans']
const DASHBOARD: Step = ['dashboard', '']

function walk(...steps: Step[]): Visits {
  return steps.reduce((visits, step) => visitsAfter(visits, ...step), NO_VISITS)
}

const newest = ({ preserved }: Visits) => preserved[0]
const sections = ({ preserved }: Visits) => preserved.map(({ section }) => section)

test('a section stays mounted when the user leaves it, and is reused at the same URL', () => {
  const [first, back] = [walk(ALL), walk(ALL, USERS, ALL)]
  expect(sections(back)).toEqual(['property', 'users'])
  expect(newest(back)).toEqual({ ...newest(first), times: 2 })
})

test('a section that is reopened at a different URL is mounted anew, and Back returns to the visit before', () => {
  const [left, again] = [walk(RENT, USERS), walk(RENT, USERS, ['property', ALL[1], 'PUSH'])]
  expect(sections(again)).toEqual(['property', 'users', 'property'])
  const [rent, anew] = [left.preserved[1], newest(again)]
  expect(anew?.id).not.toBe(rent?.id)
  const back = walk(RENT, USERS, ['property', ALL[1], 'PUSH'], USERS, RENT)
  expect(newest(back)).toEqual({ ...rent, times: 2 })
})

test('a link to another view of the visible section begins another visit, to whose place before Back returns', () => {
  const first = newest(walk(ALL))
  const linked = walk(ALL, ['property', RENT[1], 'PUSH'])
  expect(sections(linked)).toEqual(['property', 'property'])
  expect(newest(linked)?.id).not.toBe(first?.id)
  expect(newest(walk(ALL, ['property', RENT[1], 'PUSH'], ALL))).toEqual({ ...first, times: 2 })
})

test('Back to a visit that is no longer preserved shows its filters in the visible section', () => {
  const back = walk(['property', RENT[1], 'PUSH'], ALL)
  expect(newest(back)).toMatchObject({ id: 0, search: 'section=property' })
})

test('a visible section stays mounted when its URL changes, and is later reused for its last URL', () => {
  const [first, back] = [walk(ALL), walk(ALL, ['property', RENT[1], 'REPLACE'], USERS, RENT)]
  expect(newest(back)?.id).toBe(newest(first)?.id)
})

test('a section whose sheet was open is reused at its URL without the sheet', () => {
  const [first, back] = [walk(ALL), walk(ALL, ['property', `${ALL[1]}&open=p1`], USERS, ALL)]
  expect(newest(back)?.id).toBe(newest(first)?.id)
})

test('opening and closing review mode counts as leaving the section and returning', () => {
  const [first, away, back] = [walk(ALL), walk(ALL, REVIEW), walk(ALL, REVIEW, ALL)]
  expect([away.shown, sections(away)]).toEqual([null, ['property']])
  expect(newest(back)).toEqual({ ...newest(first), times: 2 })
})

test('the visible section and the five visited before it stay mounted', () => {
  const TEAM: Step = ['team', '?section=team']
  const SITES: Step = ['sites', '?section=sites']
  const ACTIVITY: Step = ['activity', '?section=activity']
  expect(sections(walk(DASHBOARD, USERS, ALL, TEAM, SITES, ACTIVITY, LOANS))).toEqual([
    'loans',
    'activity',
    'sites',
    'team',
    'property',
    'users',
  ])
  expect(sections(walk(DASHBOARD, USERS, ALL, DASHBOARD, LOANS))).toEqual([
    'loans',
    'dashboard',
    'property',
    'users',
  ])
})

test('the outbox is mounted anew each time it is opened', () => {
  const OUTBOX: Step = ['outbox', '?section=outbox']
  const [first, back] = [walk(ALL, OUTBOX), walk(ALL, OUTBOX, ALL, OUTBOX)]
  expect(sections(back)).toEqual(['outbox', 'property'])
  expect(newest(back)?.id).not.toBe(newest(first)?.id)
})

test('opening a sheet, or any URL change in review mode, keeps the same `Visits` object', () => {
  for (const visits of [walk(ALL), walk(ALL, REVIEW)]) {
    expect(visitsAfter(visits, visits.shown, '?section=property&open=p2')).toBe(visits)
  }
})

test('after forgetVisit, the section is mounted anew when it is reopened', () => {
  const left = walk(ALL, USERS)
  const back = visitsAfter(forgetVisit(left, left.preserved[1]?.id ?? -1), ...ALL)
  expect(newest(back)?.id).not.toBe(left.preserved[1]?.id)
})
