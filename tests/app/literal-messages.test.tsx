import { fireEvent, screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { panelAnswers } from '#tests/support/panel-answers.ts'
import { renderApp, type ScriptedAnswer, setupAnswers } from '#tests/support/render-with-sync.tsx'

// Tests one message per kind of outcome. tests/features/outbox/outcome-announcer.test.ts tests all messages.

setupAnswers()

const NAME = 'Sea-view 3 BHK in Bandra West'
const YES = { success: true }
const REFUSED = () => HttpResponse.json({ success: false, error: 'No.' }, { status: 422 })
const STATUS_CALL = 'PATCH /admin/properties/:id/status'

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

async function rejectInTable() {
  const select = await screen.findByLabelText(`Status of ${NAME}`)
  fireEvent.change(select, { target: { value: 'rejected' } })
}

async function deleteInTable() {
  await press(`Delete ${NAME}`)
  const question = within(await screen.findByRole('alertdialog'))
  const literal = 'Are you sure you want to permanently delete this property?'
  expect(question.getByText(literal)).toBeVisible()
  fireEvent.click(question.getByRole('button', { name: 'Delete' }))
}

test.each<[string, string, ScriptedAnswer, string, () => Promise<unknown>]>([
  ['Property approved!', STATUS_CALL, YES, '', () => press('Accept')],
  ['Failed to reject property', STATUS_CALL, { success: false }, '', () => press('Cancel')],
  ['Error occurred while updating status', STATUS_CALL, REFUSED, 'property', rejectInTable],
  ['Property deleted permanently.', 'DELETE /admin/property/:id', YES, 'property', deleteInTable],
])('the panel announces "%s"', async (message, call, answer, section, act) => {
  const address = `/dashboard${section && `?section=${section}`}`
  renderApp({ address, responses: { ...panelAnswers(), [call]: answer } })
  await act()
  expect(await screen.findByText(message, { exact: true })).toBeVisible()
})

test('the header and the seven menu entries of the panel have the names of the specification', async () => {
  renderApp({ responses: panelAnswers() })
  expect(await screen.findByRole('heading', { name: 'Admin Panel' })).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Menu' }))
  const nav = within(await screen.findByRole('navigation', { name: 'Sections' }))
  for (const name of ['Dashboard', 'User Management', 'Property Management', 'Loan Applications']) {
    expect(nav.getByRole('link', { name })).toBeVisible()
  }
  const hrefOf = (name: string) => nav.getByRole('link', { name }).getAttribute('href')
  expect(hrefOf('Privacy and Policy')).toBe('/privacy_policy')
  expect(hrefOf('Terms and Conditions')).toBe('/terms_conditions')
  expect(nav.getByRole('button', { name: 'Logout' })).toBeVisible()
})
