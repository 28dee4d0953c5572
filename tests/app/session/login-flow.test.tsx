import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { LoginScreen } from '#src/features/auth/login-screen.tsx'
import { fill, press } from '#tests/features/auth/end-user.ts'
import { panelAnswers } from '#tests/support/panel-answers.ts'
import { renderApp, renderWithSync, setupAnswers } from '#tests/support/render-with-sync.tsx'

setupAnswers()

const WRONG = () =>
  HttpResponse.json({ success: false, error: 'Invalid credentials' }, { status: 401 })

async function signIn() {
  await fill({ Email: 'asha@example.in', Password: 'a long enough password' })
  await press('Login')
}

test("wrong credentials show 'Invalid credentials' above the form and sign nobody in", async () => {
  renderWithSync(<LoginScreen />, {
    responses: { 'POST /auth/login': WRONG },
    session: null,
  })
  await signIn()
  const error = await screen.findByRole('alert')
  expect(error).toHaveTextContent(/^Invalid credentials$/)
  const form = screen.getByRole('button', { name: 'Login' }).closest('form')
  expect(form && error.compareDocumentPosition(form)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(localStorage.getItem('token')).toBeNull()
  expect(localStorage.getItem('admin')).toBeNull()
})

test('correct credentials store the token and the admin flag, and open the panel', async () => {
  const answer = { user: { _id: 'u1', role: 'admin', email: 'asha@example.in' }, token: 't-1' }
  renderApp({
    address: '/login',
    responses: { ...panelAnswers(), 'POST /auth/login': answer },
    session: null,
  })
  await signIn()
  await screen.findAllByText('Sea-view 3 BHK in Bandra West')
  expect(window.location.pathname).toBe('/dashboard')
  expect(localStorage.getItem('token')).toBe('t-1')
  expect(localStorage.getItem('admin')).toBe('true')
})

test.each([
  ['and the new session ends on the server too', () => HttpResponse.json({ success: true })],
  ['even if the server does not end the new session', () => HttpResponse.error()],
])("an ordinary user's sign-in is refused and leaves no token, %s", async (_case, respond) => {
  const revoked: (string | null)[] = []
  const logout = ({ headers }: Request) => {
    revoked.push(headers.get('Authorization'))
    return respond()
  }
  const answer = { user: { _id: 'u1', role: 'user' }, token: 't-1' }
  renderWithSync(<LoginScreen />, {
    responses: { 'POST /auth/login': answer, 'POST /auth/logout': logout },
    session: null,
  })
  await signIn()
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Invalid credentials$/)
  expect(localStorage.length).toBe(0)
  await waitFor(() => expect(revoked).toEqual(['Bearer t-1']))
})

test('without a network the error does not blame the credentials', async () => {
  const responses = { 'POST /auth/login': () => HttpResponse.error() }
  renderWithSync(<LoginScreen />, { responses, session: null })
  await signIn()
  const error = await screen.findByRole('alert')
  expect(error).toHaveTextContent('The server cannot be reached. Signing in needs a connection.')
  expect(error).not.toHaveTextContent('Invalid')
})

test('the sign-in screen has the literal texts, input types and links of the specification', () => {
  renderWithSync(<LoginScreen />, { session: null })
  expect(screen.getByRole('heading', { name: 'Admin' })).toBeVisible()
  expect(screen.getByText('Manage listings, transactions, and more')).toBeVisible()
  for (const [label, type] of [
    ['Email', 'email'],
    ['Password', 'password'],
  ] as const) {
    expect(screen.getByLabelText(label)).toHaveAttribute('type', type)
    expect(screen.getByLabelText(label)).toBeRequired()
  }
  const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(hrefOf('Privacy Policy')).toBe('/privacy_policy')
  expect(hrefOf('Terms and Conditions')).toBe('/terms_conditions')
})

test('the fields are marked for password managers and accept a paste', async () => {
  renderWithSync(<LoginScreen />, { session: null })
  expect(screen.getByLabelText('Email')).toHaveAttribute('autocomplete', 'username')
  const password = screen.getByLabelText('Password')
  expect(password).toHaveAttribute('autocomplete', 'current-password')
  await userEvent.click(password)
  await userEvent.paste('seven green parrots')
  expect(password).toHaveValue('seven green parrots')
})
