import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { grievanceUrgency } from '#src/domain/grievance/grievance-periods.ts'
import { operatorAs, renderApp, setupAnswers } from '#tests/support/render-with-sync.tsx'
import { ok } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

setupAnswers()

const LIST = 'GET /admin/grievances'
const HOUR_MS = 3_600_000

function grievance(number: number, change: object = {}) {
  const dueAt = new Date(Date.now() + number * 100 * HOUR_MS).toISOString()
  return {
    _id: String(number).padStart(24, 'a'),
    number: `G-0000-000${number}`,
    kind: 'person',
    listing: null,
    text: `Text ${number}`,
    name: `Sender ${number}`,
    email: `sender${number}@example.in`,
    phoneNumber: null,
    userId: null,
    createdAt: '2026-01-05T10:00:00.000Z',
    dueAt,
    answer: null,
    answeredAt: null,
    answeredBy: null,
    ...change,
  }
}

const DONE = grievance(9, { answer: 'Done.', answeredAt: '2026-01-06T10:00:00.000Z' })

function open(address: string, list: object[] = [grievance(3), DONE, grievance(1)]) {
  const responses = {
    [LIST]: ok(list),
    'GET /admin/me': ok({ role: 'support', permissions: ['answer-grievances'] }),
    'GET /admin/mentions': ok({ mentions: [], unread: 0, nextCursor: null }),
  }
  return renderApp({ session: operatorAs('support'), address, responses })
}

const listNumbers = () =>
  screen.getAllByRole('button', { name: /^G-0000/ }).map(({ textContent }) => textContent)

test('the open ones come first, those that are due next on top; answered ones are a press away', async () => {
  open('/dashboard?section=grievances')
  await user.sees('2 grievances')
  expect(listNumbers()).toEqual(['G-0000-0001', 'G-0000-0003'])
  await user.press('Answered')
  await user.sees('1 grievance')
  expect(listNumbers()).toEqual(['G-0000-0009'])
})

test('a search finds the number without its hyphens', async () => {
  open('/dashboard?section=grievances&q=g00000003')
  await user.sees('1 of 2 grievances')
  expect(listNumbers()).toEqual(['G-0000-0003'])
})

test.each([
  [-1, 'late'],
  [0, 'soon'],
  [48 * HOUR_MS, 'soon'],
  [48 * HOUR_MS + 1, 'later'],
])('%i ms before it is due, it is %s', (leftMs, urgency) => {
  const now = Date.parse('2026-01-05T10:00:00.000Z')
  expect(grievanceUrgency(new Date(now + leftMs).toISOString(), now)).toBe(urgency)
})
