import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { panelAnswers } from '#tests/support/panel-answers.ts'
import { renderApp, type ScriptedAnswer, setupAnswers } from '#tests/support/render-with-sync.tsx'

// Every listing message of section 8 of the specification, shown in the panel after its cause.

setupAnswers()

const NAME = 'Sea-view 3 BHK in Bandra West'
const YES = { success: true }
const DECLINED = { success: false }
const REFUSED = () => HttpResponse.json({ success: false, error: 'No.' }, { status: 422 })

async function onBoard(button: 'Accept' | 'Cancel') {
  await userEvent.click(await screen.findByRole('button', { name: button }))
}

async function inTable() {
  const select = await screen.findByRole('combobox', { name: `Status of ${NAME}` })
  await userEvent.selectOptions(select, 'rejected')
}

async function deleteInTable() {
  await userEvent.click(await screen.findByRole('button', { name: `Delete ${NAME}` }))
  const question = await screen.findByRole('alertdialog')
  expect(
    within(question).getByText('Are you sure you want to permanently delete this property?'),
  ).toBeVisible()
  await userEvent.click(within(question).getByRole('button', { name: 'Delete' }))
}

const STATUS_CALL = 'PATCH /admin/properties/:id/status'
const DELETE_CALL = 'DELETE /admin/property/:id'
const TABLE = '/dashboard?section=property'

describe('literal messages', () => {
  const cases: [string, string, ScriptedAnswer, string, () => Promise<void>][] = [
    ['Property approved!', STATUS_CALL, YES, '/dashboard', () => onBoard('Accept')],
    ['Failed to approve property', STATUS_CALL, DECLINED, '/dashboard', () => onBoard('Accept')],
    ['Failed to approve property.', STATUS_CALL, REFUSED, '/dashboard', () => onBoard('Accept')],
    ['Property rejected!', STATUS_CALL, YES, '/dashboard', () => onBoard('Cancel')],
    ['Failed to reject property', STATUS_CALL, DECLINED, '/dashboard', () => onBoard('Cancel')],
    ['Failed to reject property.', STATUS_CALL, REFUSED, '/dashboard', () => onBoard('Cancel')],
    ['Status updated successfully!', STATUS_CALL, YES, TABLE, inTable],
    ['Failed to update status', STATUS_CALL, DECLINED, TABLE, inTable],
    ['Error occurred while updating status', STATUS_CALL, REFUSED, TABLE, inTable],
    ['Property deleted permanently.', DELETE_CALL, YES, TABLE, deleteInTable],
    ['Failed to delete property.', DELETE_CALL, DECLINED, TABLE, deleteInTable],
    ['Error occurred while deleting property.', DELETE_CALL, REFUSED, TABLE, deleteInTable],
  ]
  test.each(cases)(
    'the panel says "%s" after its cause',
    async (message, call, answer, address, act) => {
      renderApp({ address, responses: { ...panelAnswers(), [call]: answer } })
      await act()
      expect(await screen.findByText(message, { exact: true })).toBeVisible()
    },
  )
})

test('the panel has its header and seven menu entries under their literal names', async () => {
  renderApp({ responses: panelAnswers() })
  expect(await screen.findByRole('heading', { name: 'Admin Panel' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Menu' }))
  const nav = within(await screen.findByRole('navigation', { name: 'Sections' }))
  for (const name of ['Dashboard', 'User Management', 'Property Management', 'Loan Applications']) {
    expect(nav.getByRole('link', { name })).toBeVisible()
  }
  expect(nav.getByRole('link', { name: 'Privacy and Policy' })).toHaveAttribute(
    'href',
    '/privacy_policy',
  )
  expect(nav.getByRole('link', { name: 'Terms and Conditions' })).toHaveAttribute(
    'href',
    '/terms_conditions',
  )
  expect(nav.getByRole('button', { name: 'Logout' })).toBeVisible()
})

test('the drawer closes when the section changes', async () => {
  renderApp({ responses: panelAnswers() })
  await userEvent.click(await screen.findByRole('button', { name: 'Menu' }))
  const nav = within(await screen.findByRole('navigation', { name: 'Sections' }))
  await userEvent.click(nav.getByRole('link', { name: 'User Management' }))
  expect(await screen.findByRole('heading', { name: 'User Management' })).toBeVisible()
  expect(screen.queryByRole('navigation', { name: 'Sections' })).toBeNull()
  expect(window.location.search).toBe('?section=users')
  expect(await screen.findByText('No users yet.')).toBeVisible()
})
