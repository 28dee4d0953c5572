import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { panelAnswers, wireClaim, wireListing } from '#tests/support/panel-answers.ts'
import { operatorAs, renderApp, setupAnswers } from '#tests/support/render-with-sync.tsx'
import { ok } from '#tests/support/scripted-answers.ts'

setupAnswers()

const LISTINGS = ['Garden villa', 'Sea-view flat'].map((propertyName, place) =>
  wireListing({ _id: `l${place}`, propertyName }),
)
const RAVI = { personId: 'ravi', name: 'Ravi Shah', since: '2025-06-18T08:32:00.000Z' }

async function open() {
  const { runtime } = renderApp({
    address: '/dashboard?section=property',
    session: operatorAs('owner'),
    responses: { ...panelAnswers(LISTINGS), 'GET /admin/claims': ok([wireClaim('l1', RAVI)]) },
  })
  await screen.findByRole('checkbox', { name: 'Select Sea-view flat' })
  await waitFor(() => expect(runtime.sync.outbox.claims.get().others.size).toBe(1))
  return runtime
}

test('a batch leaves out what a colleague reviews, unless the person decides all the same', async () => {
  await open()
  for (const name of ['Select Garden villa', 'Select Sea-view flat'])
    fireEvent.click(screen.getByRole('checkbox', { name }))
  fireEvent.click(await screen.findByRole('button', { name: /^Approve/ }))
  await screen.findByRole('button', { name: 'Approve 1' })
  const dialog = () => within(screen.getByRole('alertdialog'))
  expect(dialog().getByText('1 is with colleagues: Ravi Shah (1).')).toBeVisible()
  fireEvent.click(dialog().getByRole('checkbox', { name: 'Approve the one with colleagues too' }))
  await screen.findByRole('button', { name: 'Approve 2' })
  expect(dialog().queryByText(/with colleagues:/)).not.toBeInTheDocument()
})

test('the question before a deletion says who reviews the listing', async () => {
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Delete Sea-view flat' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText(/^With Ravi Shah since 18 Jun 25, 14:02\.$/)).toBeVisible()
})
