import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Runtime } from '#src/app/runtime.ts'
import { EMPTY_TYPED_POSTING } from '#src/domain/posting/typed-posting.ts'
import { createOutboxDatabase } from '#src/storage/outbox-database.ts'
import { sentName } from '#src/storage/uploads-database.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { sampleEventChange } from '#tests/support/outbox/sample-change.ts'
import { openStoredUploads } from '#tests/support/posting/stored-listing.ts'
import {
  MEERA,
  OPERATOR,
  openOutbox,
  type Responses,
  renderApp,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'

setupAnswers()

const EVENT = { _id: 'e1', title: 'Open house in Baner', startsAt: '2099-07-04T04:30:00.000Z' }
const ANSWERS = {
  'GET /events/user': () => HttpResponse.json([EVENT]),
  'POST /auth/logout': { success: true },
}
const ADDRESS = '/account/events'
const DRAFT = `draft:${MEERA.account.id}:event:new`
const path = () => window.location.pathname

/** Opens the events of an end user, and waits until they are shown. */
async function openEvents(responses: Responses = {}, address = ADDRESS): Promise<Runtime> {
  const { runtime } = renderApp({
    session: MEERA,
    responses: { ...ANSWERS, ...responses },
    address,
  })
  await screen.findByText(EVENT.title)
  return runtime
}

async function signOut(): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name: 'Sign out' }))
  const question = await screen.findByRole('dialog')
  fireEvent.click(within(question).getByRole('button', { name: 'Sign out' }))
}

describe('the events page', () => {
  test.each([
    ['nobody is signed in', null],
    ['only the operator is signed in', OPERATOR],
  ])('shows the sign-in page instead of the events while %s', async (_who, session) => {
    renderApp({ session, address: ADDRESS })
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
    expect(path()).toBe('/account/sign-in')
  })

  test('shows an end user their events and name, a link to the outbox, and that their e-mail is unverified', async () => {
    const session = { ...MEERA, account: { ...MEERA.account, isVerified: false } }
    renderApp({ session, responses: ANSWERS, address: ADDRESS })
    expect(await screen.findByText(EVENT.title)).toBeVisible()
    expect(screen.getByText('Meera Iyer')).toBeVisible()
    const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect(hrefOf('Online')).toBe('/account/events?section=outbox')
    expect(document.title).toBe('Your events · Property Marketplace')
    expect(screen.getByText('Your e-mail address is not verified yet.')).toBeVisible()
    expect(hrefOf('Enter the code')).toBe('/account/verify')
  })
})

describe('the end of a session', () => {
  test('a 401 opens the home page with the reason, and keeps the admin flag and the page to return to', async () => {
    const refused = () => HttpResponse.json({ error: 'Sign in to go on.' }, { status: 401 })
    renderApp({
      session: MEERA,
      responses: { ...ANSWERS, 'GET /events/user': refused },
      address: `${ADDRESS}?open=new`,
    })
    localStorage.setItem('admin', 'left by somebody')
    expect(await screen.findByText(/Your session ended/)).toBeVisible()
    expect(path()).toBe('/')
    expect(localStorage.getItem('token')).toBeNull()
    expect(localStorage.getItem('admin')).toBe('left by somebody')
    expect(window.history.state).toMatchObject({
      usr: { returnTo: { path: `${ADDRESS}?open=new`, userId: MEERA.account.id } },
    })
  })

  test('signing out opens the sign-in page and removes all data of the user', async () => {
    sessionStorage.setItem(DRAFT, '{"title":"Half a word"}')
    const runtime = await openEvents()
    await signOut()
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
    expect(path()).toBe('/account/sign-in')
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0])
    expect(runtime.queryClient.getQueryCache().getAll()).toEqual([])
  })

  test('signing out asks about unsent listings and files, and then deletes only those of the user', async () => {
    const db = openStoredUploads()
    const listing = {
      id: 'a'.repeat(24),
      mark: 'm',
      editedAt: 1,
      media: [],
      typed: EMPTY_TYPED_POSTING,
    }
    const unsent = { ...listing, version: null, submitKey: null, problem: null }
    const { id: userId } = MEERA.account
    await db.listings.bulkAdd([
      { ...unsent, userId },
      { ...unsent, userId: 'somebody' },
    ])
    const file = { listingId: listing.id, kind: 'photo', name: 'a', bytes: 1, addedAt: 1 } as const
    const waiting = { ...file, userId, url: null, isSent: false, isPrepared: true, problem: null }
    await db.queued.bulkAdd([
      { ...waiting, id: 'file-1' },
      { ...waiting, id: 'file-2' },
    ])
    const sent = { value: 1, mark: 'm', version: 1, media: [] }
    await db.about.bulkAdd(
      [userId, 'somebody'].map((owner) => ({ ...sent, name: sentName(owner, listing.id) })),
    )
    expectConsole('warn', /no file system for pages/)
    await openEvents()
    fireEvent.click(screen.getByRole('button', { name: 'Sign out' }))
    const question = await screen.findByRole('dialog', { name: 'Sign out with unsent listings?' })
    expect(question).toHaveTextContent('Not sent yet: 1 listing and 2 files.')
    expect(await db.listings.count()).toBe(2)
    const outbox = createOutboxDatabase()
    await waitFor(async () => expect(await outbox.changes.count()).toBe(1))
    fireEvent.click(within(question).getByRole('button', { name: 'Sign out and delete' }))
    await screen.findByRole('heading', { name: 'Sign in' })
    const left = await db.listings.toArray()
    expect(left.map((row) => row.userId)).toEqual(['somebody'])
    const about = await db.about.where('name').startsWith('sent:').primaryKeys()
    expect(about).toEqual([sentName('somebody', listing.id)])
    expect(await db.queued.count()).toBe(0)
    expect(await outbox.changes.count()).toBe(0)
    outbox.close()
  })

  test('signing out with "Keep for my next sign-in" keeps the unsent listings and files', async () => {
    const db = openStoredUploads()
    const { id: userId } = MEERA.account
    const listing = {
      id: 'a'.repeat(24),
      mark: 'm',
      editedAt: 1,
      media: [],
      typed: EMPTY_TYPED_POSTING,
    }
    await db.listings.add({ ...listing, userId, version: null, submitKey: null, problem: null })
    await openEvents()
    fireEvent.click(screen.getByRole('button', { name: 'Sign out' }))
    const question = await screen.findByRole('dialog', { name: 'Sign out with unsent listings?' })
    fireEvent.click(within(question).getByRole('button', { name: 'Keep for my next sign-in' }))
    await screen.findByRole('heading', { name: 'Sign in' })
    expect(await db.listings.count()).toBe(1)
  })

  test('signing out ends the notifications of this device, even without a network', async () => {
    const unsubscribe = vi.fn(async () => true)
    const pushManager = { getSubscription: async () => ({ unsubscribe }) }
    const serviceWorker = { getRegistration: async () => ({ pushManager }) }
    Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
    onTestFinished(() => {
      Reflect.deleteProperty(navigator, 'serviceWorker')
    })
    await openEvents({ 'POST /auth/logout': () => HttpResponse.error() })
    await signOut()
    await waitFor(() => expect(unsubscribe).toHaveBeenCalledOnce())
    await screen.findByRole('heading', { name: 'Sign in' })
  })
})

describe('the data of a user', () => {
  test('a confirmed event leaves nothing in the outbox after signing out', async () => {
    const made = { _id: 'e2', title: 'Gate code 4711', startsAt: '2099-07-05T04:30:00.000Z' }
    const runtime = await openEvents({ 'POST /events/create': made })
    const fields = { title: 'Gate code 4711', kind: null, startsAt: made.startsAt }
    await runtime.sync.outbox.queueEvent(null, {
      kind: 'create',
      fields: { ...fields, endsAt: null, place: null, note: null },
      twins: [],
    })
    await screen.findByText('Event created successfully!')
    await runtime.sessionEnd.signOut()
    expect(await (await openOutbox(runtime)).listChanges(MEERA.account.id)).toEqual([])
    await screen.findByRole('heading', { name: 'Sign in' })
    expect(screen.queryByText('Event created successfully!')).toBeNull()
  })

  test("the outcome of one user's change is not announced to another user", async () => {
    const runtime = await openEvents()
    const change = sampleEventChange({ userId: 'somebody-else', entityName: 'Not yours' })
    const outcome = { change, willRetry: false, message: '', isReachable: true }
    runtime.sync.outcomes.publish({ ...outcome, result: 'done-twice' })
    runtime.sync.outcomes.publish({
      ...outcome,
      change: { ...change, userId: MEERA.account.id, entityName: 'Yours' },
      result: 'done-twice',
    })
    expect(await screen.findByText(/^Yours is in your list twice/)).toBeVisible()
    expect(screen.queryByText(/Not yours/)).toBeNull()
    await waitFor(() => expect(runtime.queryClient.isFetching()).toBe(0))
  })
})

test('moving from the outbox to the events moves the focus to their heading', async () => {
  renderApp({ session: MEERA, responses: ANSWERS, address: `${ADDRESS}?section=outbox` })
  fireEvent.click(await screen.findByRole('link', { name: 'Your events' }))
  await screen.findByText(EVENT.title)
  await waitFor(() =>
    expect(screen.getByRole('heading', { level: 2, name: 'Your events' })).toHaveFocus(),
  )
})

describe('another tab', () => {
  test('that signs the user out also discards the drafts of this tab', async () => {
    await openEvents()
    sessionStorage.setItem(DRAFT, '{"title":"Half a word"}')
    const elsewhere = new BroadcastChannel('sign-outs')
    elsewhere.postMessage({ userId: MEERA.account.id })
    await waitFor(() => expect(sessionStorage.length).toBe(0))
    elsewhere.close()
  })

  test('that ends the session makes this tab show the sign-in page and store its own page to return to', async () => {
    await openEvents({}, `${ADDRESS}?open=new`)
    localStorage.removeItem('token')
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }))
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
    expect(window.history.state).toMatchObject({
      usr: { returnTo: { path: `${ADDRESS}?open=new`, userId: MEERA.account.id } },
    })
  })

  test("that signs someone else in makes this tab discard the previous user's drafts", async () => {
    const runtime = await openEvents()
    sessionStorage.setItem(DRAFT, '{"title":"Half a word"}')
    const details = { account: { ...MEERA.account, id: 'user-2', fullName: 'Ravi Menon' } }
    localStorage.setItem('session', JSON.stringify(details))
    localStorage.setItem('token', 'another-token')
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }))
    expect(await screen.findByText('Ravi Menon')).toBeVisible()
    expect(sessionStorage.length).toBe(0)
    await waitFor(() => {
      const keys = runtime.queryClient.getQueryCache().getAll()
      expect(new Set(keys.map(({ queryKey }) => queryKey[1]))).toEqual(new Set(['user-2']))
    })
    await waitFor(() => expect(runtime.queryClient.isFetching()).toBe(0))
  })
})
