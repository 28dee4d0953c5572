import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '#src/api/api-error.ts'
import { AuthPageContext } from '#src/features/auth/auth-page-context.ts'
import { serverErrorOr, useAuthRequest } from '#src/features/auth/use-auth-request.ts'
import { createSessionStore } from '#src/session/session-store.ts'
import { SessionContext } from '#src/session/use-session.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { createGate } from '#tests/support/outbox/drain-device.ts'
import { AUTH_PAGE } from './auth-page-stub.ts'

afterEach(() => localStorage.clear())

const sentenceFor = serverErrorOr('Login failed')

function openRequest() {
  const store = createSessionStore(localStorage, window)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SessionContext value={store}>
      <AuthPageContext value={AUTH_PAGE}>{children}</AuthPageContext>
    </SessionContext>
  )
  const { result } = renderHook(() => useAuthRequest(sentenceFor), { wrapper })
  return result
}

const refused = (serverMessage: string | null = null) =>
  new ApiError({ kind: 'refused', status: 400, serverMessage })

test('`loading` and `isEntering` are true while the request is pending; a failure resets both', async () => {
  const result = openRequest()
  const call = createGate<null>()
  expect(result.current).toMatchObject({ loading: false, isEntering: false })
  const failing = () => call.pass().then(() => Promise.reject(refused('Not today.')))
  act(() => void result.current.send(failing))
  expect(result.current).toMatchObject({ loading: true, isEntering: true })
  // A second request does not start while the first is pending.
  const second = vi.fn()
  expect(await act(() => result.current.send(second))).toBeNull()
  expect(second).not.toHaveBeenCalled()
  await act(async () => call.open(null))
  const failed = { loading: false, isEntering: false, error: 'Not today.', status: 400 }
  expect(result.current).toMatchObject(failed)
})

test('the next try clears the error; a success returns the answer, and `isEntering` stays true', async () => {
  const result = openRequest()
  await act(() => result.current.send(() => Promise.reject(refused())))
  const call = createGate<string>()
  let outcome: Promise<unknown> | undefined
  act(() => {
    outcome = result.current.send(call.pass)
  })
  expect(result.current).toMatchObject({ loading: true, error: null })
  await act(async () => call.open('yes'))
  expect(result.current).toMatchObject({ loading: false, isEntering: true, error: null })
  expect(await outcome).toEqual({ answer: 'yes', failure: null })
})

async function failureOf(failure: unknown) {
  const result = openRequest()
  await act(() => result.current.send(() => Promise.reject(failure)))
  return result.current
}

test.each([
  ['refused', 500, false],
  ['signed-out', 401, false],
  ['declined', 200, false],
  ['no-answer', null, true],
] as const)(
  'after the failure "%s" without a server message, the screen sets the error message',
  async (kind, status, isSilent) => {
    const failure = new ApiError({ kind, ...(status && { status }) })
    const shown = { error: 'Login failed', status, isUnanswered: isSilent }
    expect(await failureOf(failure)).toMatchObject(shown)
  },
)

test("after a failure on the device, the error is the screen's own message, and the cause is logged", async () => {
  expectConsole('error', /could not be finished on this device/)
  expect((await failureOf(new Error('full'))).error).toBe('Login failed')
})

test('a 401 removes the token, another refusal does not', async () => {
  localStorage.setItem('token', 'old')
  await failureOf(refused())
  expect(localStorage.getItem('token')).toBe('old')
  await failureOf(new ApiError({ kind: 'signed-out', status: 401 }))
  await waitFor(() => expect(localStorage.getItem('token')).toBeNull())
})
