import { fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { panelAnswers } from '#tests/support/panel-answers.ts'
import { MEERA, renderApp, setupAnswers } from '#tests/support/render-with-sync.tsx'

// A screen may call a list empty, or a figure 0, only after a read that returned this.

setupAnswers()

const SECTIONS = [
  { name: 'the dashboard', address: '/dashboard', what: 'the dashboard' },
  { name: 'the users', address: '/dashboard?section=users', what: 'the users' },
  { name: 'the properties', address: '/dashboard?section=property', what: 'properties' },
  { name: 'the loans', address: '/dashboard?section=loans', what: 'the loan applications' },
  { name: 'a user', address: '/dashboard?section=users&open=u1', what: 'the user' },
  { name: 'a property', address: '/dashboard?section=property&open=p1', what: 'this property' },
  { name: 'a loan', address: '/dashboard?section=loans&open=l1', what: 'the loan application' },
  { name: 'review', address: '/dashboard?section=property&review=next', what: 'properties' },
  { name: 'the end of review', address: '/dashboard?review=end', what: 'properties' },
  { name: 'the events', address: '/account/events', what: 'your events', session: MEERA },
]
const READS = [
  'GET /admin/dashboard-stats',
  'GET /admin/properties',
  'GET /admin/users',
  'GET /admin/loan',
  'GET /events/user',
]
const NO_COPY = 'Nothing saved on this device yet'
const FAILURES = [
  {
    name: 'an error of the server',
    fail: () => HttpResponse.json({ success: false, error: 'No' }, { status: 500 }),
    words: (what: string) => `Could not load ${what}`,
  },
  {
    name: 'a refusal',
    fail: () => HttpResponse.json({ success: false, error: 'No' }, { status: 403 }),
    words: (what: string) => `This account may not see ${what}`,
  },
  { name: 'no answer', fail: () => HttpResponse.error(), words: () => NO_COPY },
]

/** The texts by which screens say that a list is empty. */
const EMPTINESS =
  /₹ ?0|(?<![\d,.])0(?![\d,.])|no [a-z]+( [a-z]+)? (yet|to show|wants|match)|is not in (the|your) list|(all|everything is) (decided|reviewed)|nothing to review/i

describe.each(SECTIONS)('$name', ({ address, what, session }) => {
  test.each(FAILURES)(
    'shows its error after $name, but no zero and no empty list',
    async ({ fail, words }) => {
      expectConsole('error', /Could not load/)
      const responses = Object.fromEntries(READS.map((read) => [read, fail]))
      renderApp({ address, responses, ...(session && { session }) })
      expect((await screen.findAllByText(words(what)))[0]).toBeVisible()
      expect(document.body.textContent).not.toMatch(EMPTINESS)
    },
  )

  test('says that there is nothing after an empty answer', async () => {
    const responses = { ...panelAnswers([]), 'GET /events/user': [], 'GET /admin/audit': NOT_FOUND }
    renderApp({ address, responses, ...(session && { session }) })
    expect((await screen.findAllByText(EMPTINESS))[0]).toBeVisible()
  })
})

const NOT_FOUND = () => HttpResponse.json({ success: false, error: 'Not found' }, { status: 404 })

test('review started from the board does not claim that no property needs a decision', async () => {
  expectConsole('error', /Could not load listings/)
  renderApp({
    responses: {
      ...panelAnswers(),
      'GET /admin/properties': () => HttpResponse.json({ success: false }, { status: 500 }),
      'PATCH /admin/properties/:id/status': { success: true },
    },
  })
  fireEvent.click(await screen.findByRole('link', { name: 'Review 1 pending' }))
  expect(await screen.findByText('Could not load properties')).toBeVisible()
  await waitFor(() =>
    expect(document.querySelector('.review')).toHaveAttribute('data-state', 'ready'),
  )
  fireEvent.click(screen.getByRole('button', { name: 'Accept' }))
  expect(await screen.findByText('Reviewed what is loaded')).toBeVisible()
  expect(document.querySelector('.review')?.textContent).not.toMatch(EMPTINESS)
})
