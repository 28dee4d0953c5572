// @module-tag long

import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { panelAnswers } from '#tests/support/panel-answers.ts'
import { answer, MEERA, renderApp, setupAnswers } from '#tests/support/render-with-sync.tsx'

// A screen may show an empty list or a zero only after a read that returned it.

setupAnswers()

const SECTIONS = [
  { name: 'the dashboard', address: '/dashboard', what: 'the dashboard' },
  { name: 'the users', address: '/dashboard?section=users', what: 'the users' },
  { name: 'the properties', address: '/dashboard?section=property', what: 'properties' },
  { name: 'the loans', address: '/dashboard?section=loans', what: 'the loan applications' },
  { name: 'the inbox', address: '/dashboard?section=inbox', what: 'the inbox' },
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
  'GET /admin/claims',
  'GET /admin/mentions',
  'GET /admin/note-readers',
  'GET /admin/reasons',
  'GET /admin/review-rules',
  'GET /admin/saved-views',
  'GET /admin/users',
  'GET /admin/loan',
  'GET /events/user',
]
const failing = (status: number) => () => HttpResponse.json({ success: false }, { status })
const FAILURES: [fail: () => Response, words: (what: string) => string][] = [
  [() => HttpResponse.error(), () => 'Nothing saved on this device yet'],
  [failing(403), (what) => `This account may not see ${what}`],
  [failing(500), (what) => `Could not load ${what}`],
]

/** The texts with which screens say that a list is empty or a figure is zero. */
const EMPTINESS =
  /₹ ?0|(?<![\d,.])0(?![\d,.])|no [a-z]+( [a-z]+)? (yet|to show|wants|match)|is not in (the|your) list|(all|everything is) (decided|reviewed)|nothing to review/i

test.each(SECTIONS)(
  '$name: a failed read shows an error; only an empty answer shows a zero or an empty list',
  async ({ address, what, session }) => {
    expectConsole('error', /Could not load/)
    let respond = (): Response => HttpResponse.error()
    const responses = Object.fromEntries(READS.map((read) => [read, () => respond()]))
    const { runtime } = renderApp({ address, responses, ...(session && { session }) })
    for (const [fail, words] of FAILURES) {
      respond = fail
      await act(() => runtime.queryClient.refetchQueries())
      expect((await screen.findAllByText(words(what)))[0]).toBeVisible()
      expect(document.body.textContent).not.toMatch(EMPTINESS)
      expect(screen.queryByRole('alert')).toBeNull()
    }
    answer({ ...panelAnswers([]), 'GET /events/user': [], 'GET /admin/audit': failing(404) })
    await act(() => runtime.queryClient.refetchQueries())
    expect((await screen.findAllByText(EMPTINESS))[0]).toBeVisible()
  },
)

test('review without the full list does not claim that everything is reviewed', async () => {
  expectConsole('error', /Could not load listings/)
  renderApp({
    responses: {
      ...panelAnswers(),
      'GET /admin/properties': failing(500),
      'PATCH /admin/properties/:id/status': { success: true },
    },
  })
  fireEvent.click(await screen.findByRole('link', { name: 'Review 1 pending' }))
  expect(await screen.findByText('Could not load properties')).toBeVisible()
  await waitFor(() =>
    expect(document.querySelector('.review')).toHaveAttribute('data-state', 'ready'),
  )
  fireEvent.click(screen.getByRole('button', { name: 'Accept' }))
  expect(await screen.findByText('You have reviewed what has arrived so far')).toBeVisible()
  expect(document.querySelector('.review')?.textContent).not.toMatch(EMPTINESS)
})
