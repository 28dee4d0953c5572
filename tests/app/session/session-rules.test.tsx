import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Runtime } from '#src/app/runtime.ts'
import { fill, press } from '#tests/features/auth/end-user.ts'
import { createGate } from '#tests/support/outbox/drain-device.ts'
import { panelAnswers, wireListing } from '#tests/support/panel-answers.ts'
import {
  answer,
  listQueued,
  OPERATOR,
  openDrain,
  openOutbox,
  renderApp,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'

setupAnswers()

// Imports the deferred modules before the tests: on a busy machine, a test would time out while it imports them.
beforeAll(async () => {
  await import('#src/app/shells/panel/panel-shell.tsx')
  await import('#src/features/listings/review/review-screen.tsx')
})

const UNAUTHENTICATED = () =>
  HttpResponse.json({ success: false, error: 'Please sign in.' }, { status: 401 })
const STATUS_CALL = 'PATCH /admin/properties/:id/status'
const LISTING_NAME = 'Sea-view 3 BHK in Bandra West'
const path = () => window.location.pathname

async function approveFirst() {
  fireEvent.click(await screen.findByRole('button', { name: 'Accept' }))
}

async function openSignOut() {
  fireEvent.click(screen.getByRole('button', { name: 'Menu' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Logout' }))
}

describe('the route guard', () => {
  const endUser = { ...OPERATOR, account: { ...OPERATOR.account, role: 'user' as const } }

  test.each([
    ['without a session', null],
    ['for an end user', endUser],
  ])('redirects to /login %s and never shows the panel', async (_who, session) => {
    renderApp({ session, address: '/dashboard' })
    expect(await screen.findByRole('heading', { name: 'Admin' })).toBeVisible()
    expect(path()).toBe('/login')
    expect(screen.queryByText('Admin Panel')).toBeNull()
  })

  test('an unknown path shows the login screen and stays in the address bar', async () => {
    renderApp({ session: null, address: '/no/such/page' })
    expect(await screen.findByRole('heading', { name: 'Admin' })).toBeVisible()
    expect(path()).toBe('/no/such/page')
  })
})

describe('a 401', () => {
  test('in answer to several calls opens the home page once, with the reason, and keeps the queued changes', async () => {
    const responses = { ...panelAnswers(), [STATUS_CALL]: UNAUTHENTICATED }
    const { runtime } = renderApp({ responses })
    await screen.findByRole('button', { name: 'Accept' })
    const moves: unknown[] = []
    runtime.sessionEnd.subscribe((end) => moves.push(end))
    await approveFirst()
    await waitFor(async () => expect(await listQueued(runtime)).toHaveLength(1))
    // Only now: a read that ends the session before would leave nothing to decide about.
    answer({ 'GET /admin/:noun': UNAUTHENTICATED })
    for (let call = 0; call < 6; call += 1)
      runtime.sessionEnd.onUnauthorised(OPERATOR.token, '/admin/x')
    const why = 'Your session ended. Please sign in again; nothing that was waiting is lost.'
    expect(await screen.findByText(why)).toBeVisible()
    expect(path()).toBe('/')
    expect(moves).toEqual([{ reason: 'unauthorised', userId: OPERATOR.account.id }])
    expect([localStorage.getItem('token'), localStorage.getItem('admin')]).toEqual([null, null])
    await (await openDrain(runtime)).idle()
    expect(await (await openOutbox(runtime)).listChanges(OPERATOR.account.id)).toMatchObject([
      { state: 'waiting', action: { to: 'approved' } },
    ])
  })

  test('for an older token does not end the newer session', async () => {
    const { runtime } = renderApp({ responses: panelAnswers() })
    await screen.findByRole('heading', { name: 'Properties Listing Board' })
    runtime.sessionEnd.onUnauthorised('an-older-token', '/admin/users')
    expect(localStorage.getItem('token')).toBe(OPERATOR.token)
  })

  test('for a replaced session names the other device and the time, and offers "Sign in" first', async () => {
    const data = { replacedAt: '2026-11-24T08:35:00.000Z', device: 'Chrome on Android' }
    const error = { error: 'A sign-in on another device ended this session.' }
    const body = { success: false, ...error, code: 'session-replaced', data }
    const replaced = () => HttpResponse.json(body, { status: 401 })
    renderApp({ responses: { ...panelAnswers(), [STATUS_CALL]: replaced } })
    await approveFirst()
    const why =
      /because your account signed in on Chrome on Android at 24 Nov 26, 14:05.*nothing that was waiting is lost\.$/
    expect(await screen.findByText(why)).toBeVisible()
    const ways = screen.getAllByRole('link', { name: /^(Sign in|Create an account)$/ })
    expect(ways.map((link) => link.getAttribute('href'))).toEqual(['/login', '/account/register'])
    expect(ways[0]).toHaveAttribute('data-variant', 'primary')
  })

  test('during review returns the same operator to the review after signing in', async () => {
    vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
    const listing = (_id: string, propertyName: string) => wireListing({ _id, propertyName })
    renderApp({
      address: '/dashboard?section=property&review=f2',
      responses: {
        ...panelAnswers([listing('f2', 'Sea-view flat'), listing('s3', 'Corner shop')]),
        [STATUS_CALL]: UNAUTHENTICATED,
        'POST /auth/login': {
          user: { _id: OPERATOR.account.id, email: OPERATOR.account.email, role: 'admin' },
          token: 'next-token',
        },
      },
    })
    const title = await screen.findByRole('heading', { name: 'Sea-view flat' })
    await waitFor(() => expect(title.closest('.review')).toHaveAttribute('data-state', 'ready'))
    fireEvent.keyDown(title, { key: 'a' })
    await screen.findByText(/Your session ended/)
    answer({ [STATUS_CALL]: { success: true } })
    fireEvent.click(screen.getByRole('link', { name: 'Sign in' }))
    await fill({ Email: 'asha@example.in', Password: 'a long password' })
    await press('Login')
    expect(await screen.findByRole('heading', { name: 'Corner shop' })).toBeVisible()
    expect(path() + window.location.search).toBe('/dashboard?section=property&review=s3')
  })
})

test('an expired session ends even without a network, wipes saved copies and keeps the outbox', async () => {
  const { runtime } = renderApp({ responses: panelAnswers() })
  await screen.findByRole('heading', { name: 'Properties Listing Board' })
  answer({ [STATUS_CALL]: () => HttpResponse.error() })
  await approveFirst()
  await screen.findByText(/Saved on this device/)
  const end = Date.now() + 60_000
  runtime.session.set({ ...OPERATOR, expiresAt: new Date(end).toISOString() })
  runtime.sessionEnd.endIfExpired(end)
  const why = 'Your session has expired. Please sign in again; nothing that was waiting is lost.'
  expect(await screen.findByText(why)).toBeVisible()
  expect(path()).toBe('/')
  expect(runtime.queryClient.getQueryCache().getAll()).toEqual([])
  expect(await (await openOutbox(runtime)).listChanges(OPERATOR.account.id)).toHaveLength(1)
})

describe('signing out', () => {
  async function renderWithUnsent() {
    const responses = { ...panelAnswers(), [STATUS_CALL]: () => HttpResponse.error() }
    const rendered = renderApp({ responses })
    await approveFirst()
    await screen.findByText(/Saved on this device/)
    await openSignOut()
    return { ...rendered, dialog: await screen.findByRole('dialog', { name: /unsent changes/ }) }
  }
  const list = async (runtime: Runtime) =>
    (await openOutbox(runtime)).listChanges(OPERATOR.account.id)

  test('with nothing unsent opens /login, clears the stored session and revokes the token', async () => {
    let revoked: string | null = null
    renderApp({
      responses: {
        ...panelAnswers(),
        'POST /auth/logout': ({ headers }) => {
          revoked = headers.get('Authorization')
          return HttpResponse.json({ success: true })
        },
      },
    })
    await screen.findByRole('heading', { name: 'Properties Listing Board' })
    await openSignOut()
    fireEvent.click(await screen.findByRole('button', { name: 'Sign out' }))
    await screen.findByRole('button', { name: 'Login' })
    expect(path()).toBe('/login')
    expect(localStorage.length).toBe(0)
    await waitFor(() => expect(revoked).toBe(`Bearer ${OPERATOR.token}`))
  })

  test('"Send now" signs out only after all changes are sent', async () => {
    const { dialog, runtime } = await renderWithUnsent()
    fireEvent.click(within(dialog).getByRole('button', { name: 'Send now' }))
    expect(await within(dialog).findByText(/1 could not be sent now/)).toBeVisible()
    expect(localStorage.getItem('token')).toBe(OPERATOR.token)
    // Delays the answer until the second press, because the app also retries by itself.
    const gate = createGate<null>()
    answer({ [STATUS_CALL]: () => gate.pass().then(() => HttpResponse.json({ success: true })) })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Send now' }))
    gate.open(null)
    await screen.findByRole('button', { name: 'Login' })
    expect((await list(runtime)).filter(({ state }) => state !== 'acked')).toEqual([])
  })

  test.each([
    ['Keep for my next sign-in', [{ state: 'waiting', entityName: LISTING_NAME }]],
    ['Discard them', []],
  ])('"%s" signs out, and afterwards the outbox contains %j', async (choice, kept) => {
    const { dialog, runtime } = await renderWithUnsent()
    fireEvent.click(within(dialog).getByRole('button', { name: choice }))
    await screen.findByRole('button', { name: 'Login' })
    await (await openDrain(runtime)).idle()
    expect(await list(runtime)).toMatchObject(kept)
    expect(await list(runtime)).toHaveLength(kept.length)
  })
})
