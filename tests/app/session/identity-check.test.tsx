import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { panelAnswers, wireListing } from '#tests/support/panel-answers.ts'
import {
  answer,
  type Responses,
  renderApp,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'

// The server refuses a call until the user confirms their identity. The panel asks for this in a dialog.

setupAnswers()

beforeAll(async () => {
  await import('#src/app/shells/panel/panel-shell.tsx')
  await import('#src/features/loans/loans-screen.tsx')
  await import('#src/features/loans/loan-sheet.tsx')
  await import('#src/features/identity/confirm-identity.tsx')
})

const LOAN = {
  _id: 'loan-1',
  user: { id: 'u1', fullName: 'Meera Iyer', phoneNumber: null, profilePicture: null },
  occupationType: 'Salaried',
  income: 85_000,
  panNumber: 'ABCPVXXXXK',
  createdAt: '2025-08-01T00:00:00.000Z',
}

/** Refuses calls, with this error code, until the right password was sent. Records calls and passwords. */
function guard(code: string, data: unknown) {
  const seen = { calls: 0, passwords: [] as unknown[] }
  let isConfirmed = false
  return {
    seen,
    call: () => {
      seen.calls += 1
      return isConfirmed
        ? HttpResponse.json({ success: true, data })
        : HttpResponse.json({ success: false, error: 'Confirm it first.', code }, { status: 403 })
    },
    confirm: async (request: Request) => {
      const { password } = (await request.json()) as { password: string }
      seen.passwords.push(password)
      isConfirmed = password === 'right'
      if (isConfirmed) return HttpResponse.json({ success: true })
      const fields = { password: 'This is not your password.' }
      const wrong = { success: false, error: fields.password, code: 'wrong-password', fields }
      return HttpResponse.json(wrong, { status: 400 })
    },
  }
}

const question = () => screen.findByRole('dialog', { name: 'Confirm that it is you' })

async function type(password: string) {
  const dialog = within(await question())
  const input = dialog.getByLabelText('Password')
  await userEvent.clear(input)
  await userEvent.type(input, password)
  await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }))
}

/** Opens a loan and presses "Show PAN". Returns what `guard` recorded. */
async function askForPan(responses: Responses = {}) {
  const { seen, ...guarded } = guard('confirm-identity', { panNumber: 'ABCPV1234K' })
  renderApp({
    address: '/dashboard?section=loans&open=loan-1',
    responses: {
      ...panelAnswers(),
      'GET /admin/loan': { success: true, data: [LOAN] },
      'GET /admin/loan/:id/history': { success: true, data: [] },
      'POST /admin/loan/:id/pan': guarded.call,
      'POST /auth/confirm': guarded.confirm,
      ...responses,
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Show PAN' }))
  return seen
}

test('the panel asks for the password in a dialog, and repeats the refused call only after the right one', async () => {
  const seen = await askForPan()
  const input = within(await question()).getByLabelText('Password')
  expect(input).toHaveAttribute('autocomplete', 'current-password')
  await type('wrong')
  expect(await screen.findByText('This is not your password.')).toBeVisible()
  expect(seen.calls).toBe(1)
  await type('right')
  expect(await screen.findByText('ABCPV1234K')).toBeVisible()
  expect(seen).toEqual({ calls: 2, passwords: ['wrong', 'right'] })
  expect(screen.queryByRole('dialog', { name: 'Confirm that it is you' })).toBeNull()
})

test('cancelling the dialog repeats no call and leaves the screen unchanged', async () => {
  const seen = await askForPan()
  await userEvent.click(within(await question()).getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText('Confirm it first.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Show PAN' })).toBeVisible()
  expect(seen).toEqual({ calls: 1, passwords: [] })
})

test('after a long absence the dialog opens by itself only once, and the data loads after the password', async () => {
  expectConsole('error', /Could not load/)
  const guarded = guard('reauthenticate', [])
  const all = panelAnswers([wireListing()])
  const listings = all['GET /admin/properties']
  renderApp({
    address: '/dashboard?section=property',
    responses: {
      ...all,
      'GET /admin/properties': guarded.call,
      'POST /auth/confirm': guarded.confirm,
    },
  })
  await userEvent.click(within(await question()).getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText(/You have not been here for a while/)).toBeVisible()
  // A retry neither reports missing rights nor opens the dialog again.
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(guarded.seen.calls).toBe(2))
  expect(screen.queryByText(/This account may not see/)).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
  answer({ 'GET /admin/properties': listings ?? {} })
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  await type('right')
  expect((await screen.findAllByText('Sea-view 3 BHK in Bandra West'))[0]).toBeVisible()
  expect(screen.queryByText(/You have not been here for a while/)).toBeNull()
})

test('the dialog offers a passkey if the browser supports it; after a failure the password still works', async () => {
  Object.defineProperty(window, 'PublicKeyCredential', { value: class {}, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(window, 'PublicKeyCredential'))
  const error = 'You have no passkey here. Type your password.'
  await askForPan({
    'POST /auth/confirm/options': () =>
      HttpResponse.json({ success: false, code: 'no-passkey', error }, { status: 404 }),
  })
  const dialog = within(await question())
  await userEvent.click(dialog.getByRole('button', { name: 'Use a passkey' }))
  expect(await dialog.findByText(error)).toBeVisible()
  await type('right')
  expect(await screen.findByText('ABCPV1234K')).toBeVisible()
})
