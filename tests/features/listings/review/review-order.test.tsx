import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FIRST_CALENDAR } from '#src/domain/due/work-calendar.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { panelAnswers, wireListing } from '#tests/support/panel-answers.ts'
import { type Responses, renderApp } from '#tests/support/render-with-sync.tsx'
import { noAnswer, ok, refusal } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'
import { seeReady, setupReview } from './review-page.ts'

setupReview()

const HOUR_MS = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()

const OLD = wireListing({
  _id: 'old',
  propertyName: 'Old flat',
  propertyPrice: 10,
  createdAt: ago(9),
})
const DEAR = wireListing({
  _id: 'dear',
  propertyName: 'Dear villa',
  propertyPrice: 90,
  createdAt: ago(5),
  waitsSince: ago(5),
  dueSoonAt: ago(4),
  dueAt: ago(3),
})

const rules = (order: string) =>
  ok({ ...FIRST_CALENDAR, dueHours: 8, order }, { meta: { version: '1' } })

function show(responses: Responses) {
  renderApp({
    address: '/dashboard?section=property&review=next',
    responses: { ...panelAnswers([OLD, DEAR]), ...responses },
  })
}

test('review mode shows the listings in the order that the owner has set, and prints the rule', async () => {
  show({ 'GET /admin/review-rules': rules('price') })
  await seeReady('Dear villa')
  expect(screen.getByText(/^The highest price comes first/)).toBeVisible()
  await user.press('Skip')
  await seeReady('Old flat')
})

test('a bare backend has no rules: the longest waiting listing comes first', async () => {
  show({ 'GET /admin/review-rules': refusal(404) })
  await seeReady('Old flat')
  expect(screen.getByText(/^Resubmitted listings come first/)).toBeVisible()
})

test('without the rules, review mode begins all the same', async () => {
  expectConsole('error', /Could not load review-rules/)
  show({ 'GET /admin/review-rules': noAnswer })
  await seeReady('Old flat')
})

test('a late listing says so in words, and why it was due', async () => {
  show({ 'GET /admin/review-rules': rules('due') })
  await seeReady('Dear villa')
  expect(screen.getByText('Overdue 3 h')).toBeVisible()
  expect(
    screen.getByText(/^Arrived in the queue on .*, and 8 working hours later is /),
  ).toBeVisible()
})
