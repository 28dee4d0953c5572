import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { authAnswer, CREDENTIALS, fillRegistration, openAt } from '#tests/features/auth/end-user.ts'
import { MEERA, renderApp, setupAnswers } from '#tests/support/render-with-sync.tsx'
import { ok, recorded } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

setupAnswers()

const UNPROVEN = { ...MEERA, account: { ...MEERA.account, isVerified: false } }
const LISTINGS = { 'GET /account/listings': ok([], { meta: { usualWaitMinutes: null } }) }

function open(session: typeof MEERA, address = '/account/events') {
  renderApp({ session, address, responses: { 'GET /events/user': [], ...LISTINGS } })
}

describe("an end user's pages", () => {
  const readNav = async () => {
    const nav = await screen.findByRole('navigation', { name: 'Your pages' })
    return within(nav).getAllByRole('link')
  }

  test('are named by words, in the order Listings, Messages, Events, Account, and the current one is marked', async () => {
    open(MEERA)
    const links = await readNav()
    expect(links.map(({ textContent }) => textContent)).toEqual([
      'Listings',
      'Messages',
      'Events',
      'Account',
    ])
    expect(links.map((link) => link.getAttribute('aria-current'))).toEqual([
      null,
      null,
      'page',
      null,
    ])
    expect(screen.getByRole('button', { name: 'This device' })).toHaveTextContent('This device')
    expect(screen.getByRole('button', { name: 'Sign out' })).toHaveTextContent('Sign out')
  })

  test('are events and the account before the e-mail address is verified', async () => {
    open(UNPROVEN)
    expect((await readNav()).map(({ textContent }) => textContent)).toEqual(['Events', 'Account'])
  })

  test('are only the events on a backend that takes no listings', async () => {
    open({ ...MEERA, takesKeys: false })
    await user.sees('No events yet')
    expect(screen.queryByRole('navigation', { name: 'Your pages' })).toBeNull()
  })
})

describe('"Post your property"', () => {
  const seeForm = () => screen.findByRole('heading', { name: 'What do you offer?' })

  test('on the home page leads to the form of a listing by the registration and its code', async () => {
    const verified = authAnswer({ verified: true })
    openAt('/', { 'POST /auth/register': authAnswer(), 'POST /auth/verify-otp': verified })
    await user.follow('Post your property')
    await fillRegistration()
    await user.press('Create account')
    await user.fill({ Code: '123456' })
    await seeForm()
    await waitFor(() => expect(window.location.search).toMatch(/^\?open=[0-9a-f]{24}$/))
  })

  test('leads there by the sign-in of a person who has an account', async () => {
    openAt('/', { 'POST /auth/login': authAnswer({ verified: true }) })
    await user.follow('Post your property')
    await screen.findByRole('heading', { name: 'Create an account' })
    await user.follow('Sign in')
    await screen.findByRole('heading', { name: 'Sign in' })
    await user.fill(CREDENTIALS)
    await user.press('Sign in')
    await seeForm()
  })

  test('opens a new form each time, and stores nothing before something is typed', async () => {
    const save = recorded(ok())
    renderApp({
      session: MEERA,
      address: '/account/listings?open=new',
      responses: { ...LISTINGS, [`PUT /account/listings/${'a'.repeat(24)}`]: save.respond },
    })
    await seeForm()
    expect(save.bodies).toEqual([])
  })
})
