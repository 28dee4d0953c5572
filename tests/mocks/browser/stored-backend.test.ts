import { beforeEach, expect, it } from 'vitest'
import { BARE_OPERATOR } from '#mocks/bare-accounts.ts'
import type { BareBackend } from '#mocks/bare-backend.ts'
import { makeStoredBackend } from '#mocks/browser/stored-backend.ts'
import { makeMemoryStorage } from '#tests/support/memory-storage.ts'

const LISTING = '/admin/property/665f0b1ca1b2c3d4e5f60701'

let storage: Storage

beforeEach(() => {
  storage = makeMemoryStorage()
})

function ask(backend: BareBackend, method: string, path: string, token: string, body?: unknown) {
  return backend.answer({ method, path, token, body })
}

function signIn(backend: BareBackend): string {
  const { body } = ask(backend, 'POST', '/auth/login', '', BARE_OPERATOR)
  return (body as { token: string }).token // the operator can always sign in
}

it('a session and its changes survive a reload and are visible in another tab', () => {
  const first = makeStoredBackend(storage)
  const other = makeStoredBackend(storage)
  const token = signIn(first)
  expect(ask(other, 'DELETE', LISTING, token).status).toBe(200)
  expect(first.data.properties).toHaveLength(5)
  expect(ask(makeStoredBackend(storage), 'DELETE', LISTING, token).status).toBe(404)
})

it('a reset restores the sample data and removes the events, but ends no session', () => {
  const backend = makeStoredBackend(storage)
  const token = signIn(backend)
  ask(backend, 'DELETE', LISTING, token)
  ask(backend, 'POST', '/events/create', token, { title: 'Open house' })
  backend.resetData()
  expect(backend.data.properties).toHaveLength(6)
  expect(ask(backend, 'GET', '/events/user', token)).toEqual({ status: 200, body: [] })
})

it('ending the sessions applies to every tab', () => {
  const token = signIn(makeStoredBackend(storage))
  makeStoredBackend(storage).endSessions()
  expect(ask(makeStoredBackend(storage), 'GET', '/events/user', token).status).toBe(401)
})
