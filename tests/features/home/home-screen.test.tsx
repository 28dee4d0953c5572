import { act, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { HomeScreen } from '#src/features/home/home-screen.tsx'
import {
  MEERA,
  OPERATOR,
  renderApp,
  renderWithSync,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'
import { refusal } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

setupAnswers()

const linksIn = (list: HTMLElement[]) =>
  list.map((link) => `${link.textContent} ${link.getAttribute('href')}`)

describe('the home page', () => {
  test('names the product and links to the auth pages', () => {
    renderWithSync(<HomeScreen reason={null} />, { session: null })
    expect(screen.getByRole('heading', { name: 'Property Marketplace', level: 1 })).toBeVisible()
    expect(linksIn(screen.getAllByRole('link'))).toEqual([
      'Post your property /account/register',
      'Sign in /account/sign-in',
      'Create an account /account/register',
      'Privacy Policy /privacy_policy',
      'Terms and Conditions /terms_conditions',
      'Grievances /grievance',
      'Operator sign-in /login',
    ])
    expect(screen.getAllByRole('listitem')).toHaveLength(4)
    expect(screen.queryByText(/Signed in as/)).toBeNull()
  })

  test('shows the name of an end user, and links to the form of a listing, their listings and their events', () => {
    renderWithSync(<HomeScreen reason={null} />, { session: MEERA })
    expect(screen.getByText('Signed in as Meera Iyer')).toBeVisible()
    expect(linksIn(screen.getAllByRole('link')).slice(0, 3)).toEqual([
      'Post your property /account/listings?open=new',
      'Your listings /account/listings',
      'Your events /account/events',
    ])
    expect(screen.queryByRole('link', { name: 'Create an account' })).toBeNull()
    expect(screen.queryByRole('link', { name: /Verify/ })).toBeNull()
  })

  test('offers no listings to a user of a backend that takes none', () => {
    renderWithSync(<HomeScreen reason={null} />, { session: { ...MEERA, takesKeys: false } })
    expect(linksIn(screen.getAllByRole('link'))[0]).toBe('Your events /account/events')
    expect(screen.queryByRole('link', { name: 'Post your property' })).toBeNull()
  })

  test('reminds a user of an unverified e-mail address', async () => {
    const session = { ...MEERA, account: { ...MEERA.account, isVerified: false } }
    renderWithSync(<HomeScreen reason={null} />, { session })
    await user.seesLink('Verify your e-mail', '/account/verify')
  })

  test('shows the operator a link to the panel', () => {
    renderWithSync(<HomeScreen reason={null} />, { session: OPERATOR })
    expect(linksIn(screen.getAllByRole('link'))[0]).toBe('Continue to dashboard /dashboard')
    expect(screen.queryByRole('link', { name: 'Your events' })).toBeNull()
  })

  test('shows why the user was redirected to it', () => {
    renderWithSync(<HomeScreen reason="Your session ended." />, { session: null })
    expect(screen.getByRole('status')).toHaveTextContent('Your session ended.')
  })
})

test('after a sign-in in another tab, the home page no longer shows why the session ended', async () => {
  const over = refusal(401, { error: 'Session over' })
  renderApp({ address: '/account/events', session: MEERA, responses: { 'GET /events/user': over } })
  await user.sees(/Your session ended/)
  localStorage.setItem('session', JSON.stringify({ account: MEERA.account }))
  localStorage.setItem('token', 'a-newer-token')
  act(() => window.dispatchEvent(new StorageEvent('storage', { key: 'token' })))
  await user.sees('Signed in as Meera Iyer')
  expect(screen.queryByText(/Your session ended/)).toBeNull()
})
