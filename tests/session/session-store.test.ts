import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createSessionStore, isExpired, type SessionStore } from '#src/session/session-store.ts'
import { MEERA, OPERATOR } from '#tests/support/render-with-sync.tsx'

const EXPIRING = { ...OPERATOR, expiresAt: '2126-12-01T00:00:00.000Z' }

/** Opens the store of a page. */
function open(): SessionStore {
  const store = createSessionStore(localStorage, window)
  onTestFinished(store.dispose)
  return store
}

beforeEach(() => localStorage.clear())

test("signing in stores the token under 'token' and the flag 'true' under 'admin'", () => {
  open().set(OPERATOR)
  expect(localStorage.getItem('token')).toBe(OPERATOR.token)
  expect(localStorage.getItem('admin')).toBe('true')
})

test("the sign-in of an end user sets no flag 'admin', and removes an existing one", () => {
  localStorage.setItem('admin', 'true')
  open().set(MEERA)
  expect(localStorage.getItem('admin')).toBeNull()
})

test.each(['True', '1', 'yes', ''])(
  "the flag 'admin' with the value '%s' does not mark an operator",
  (flag) => {
    localStorage.setItem('token', 't')
    localStorage.setItem('admin', flag)
    expect(open().find()?.isOperator).toBe(false)
  },
)

test('a new store reads the session from storage, even if account details are missing', () => {
  localStorage.setItem('token', 't')
  localStorage.setItem('admin', 'true')
  expect(open().find()).toMatchObject({ token: 't', isOperator: true, account: null })
})

test("the flag 'admin' without a token is not a session", () => {
  localStorage.setItem('admin', 'true')
  expect(open().find()).toBeNull()
})

test("an expiry in the past is ignored at sign-in, because the device's clock must be wrong", () => {
  const store = open()
  store.set({ ...OPERATOR, expiresAt: '2020-01-01T00:00:00.000Z' })
  expect(store.find()).toMatchObject({ token: OPERATOR.token, expiresAt: null })
})

test('a page restored from the back/forward cache reads the session again', () => {
  const store = open()
  store.set(OPERATOR)
  localStorage.setItem('token', 'of-somebody-else') // without an event: the page was not running
  window.dispatchEvent(new Event('pageshow'))
  expect(store.find()?.token).toBe('of-somebody-else')
})

test('signing out removes every key of the session', () => {
  const store = open()
  store.set(OPERATOR)
  store.clear()
  expect(localStorage.length).toBe(0)
  expect(store.find()).toBeNull()
})

test.each([
  ['a sign-out', (now: SessionStore) => now.clear()],
  ['a 401', (now: SessionStore) => now.clearToken()],
  ['the sign-in of another person', (now: SessionStore) => now.set(MEERA)],
])(
  '%s keeps the device token of the account, but neither its name nor its e-mail address',
  (_what, happen) => {
    const store = open()
    store.set({ ...OPERATOR, deviceToken: 'known-here' })
    happen(store)
    expect(store.findDeviceToken('Asha@example.in')).toBe('known-here')
    expect(store.findDeviceToken('meera@example.in')).toBeNull()
    store.clear()
    expect(JSON.stringify({ ...localStorage })).not.toContain('asha')
  },
)

test('a sign-in without a device token does not remove the stored token', () => {
  const store = open()
  store.set({ ...OPERATOR, deviceToken: 'known-here' })
  store.set(OPERATOR)
  expect(store.findDeviceToken('asha@example.in')).toBe('known-here')
})

test('a sign-out in another tab also signs this tab out', () => {
  const store = open()
  store.set(OPERATOR)
  const seen: unknown[] = []
  store.subscribe((session) => seen.push(session))
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  expect(seen).toEqual([null])
})

test('a session ends at its expiry; a session without an expiry never ends', () => {
  const end = Date.parse(EXPIRING.expiresAt)
  expect(isExpired(EXPIRING, end - 1)).toBe(false)
  expect(isExpired(EXPIRING, end)).toBe(true)
  expect(isExpired({ expiresAt: null }, end)).toBe(false)
})
