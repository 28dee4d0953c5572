import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { ApiError } from '#src/api/api-error.ts'
import { AuthPageContext } from '#src/features/auth/auth-page-context.ts'
import { serverErrorOr, useAuthRequest } from '#src/features/auth/use-auth-request.ts'
import { createSessionStore } from '#src/session/session-store.ts'
import { SessionContext } from '#src/session/use-session.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'
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

/** A request that stays pending until the test settles it. */
function pending() {
  let end: { resolve: (answer: string) => void; reject: (failure: unknown) => void } | null = null
  const promise = new Promise<string>((resolve, reject) => {
    end = { resolve, reject }
  })
  return {
    request: () => promise,
    resolve: (answer: string) => end?.resolve(answer),
    reject: (failure: unknown) => end?.reject(failure),
  }
}

describe('loading', () => {
  test('is true while the request is pending and false after it succeeds', async () => {
    const result = openRequest()
    const call = pending()
    expect(result.current.loading).toBe(false)
    let outcome: unknown
    act(() => {
      void result.current.send(call.request).then((done) => {
        outcome = done
      })
    })
    expect(result.current.loading).toBe(true)
    await act(async () => call.resolve('yes'))
    expect(result.current.loading).toBe(false)
    expect(result.current.error).toBeNull()
    expect(outcome).toEqual({ answer: 'yes', failure: null })
  })

  test('is false after a failure, and error holds the message until the next try', async () => {
    const result = openRequest()
    const call = pending()
    act(() => void result.current.send(call.request))
    await act(async () =>
      call.reject(new ApiError({ kind: 'refused', status: 400, serverMessage: 'Not today.' })),
    )
    expect(result.current).toMatchObject({ loading: false, error: 'Not today.', status: 400 })
    act(() => void result.current.send(pending().request))
    expect(result.current).toMatchObject({ loading: true, error: null })
  })

  test('sets isEntering, which a failure resets and a success keeps', async () => {
    const result = openRequest()
    const failing = pending()
    expect(result.current.isEntering).toBe(false)
    act(() => void result.current.send(failing.request))
    expect(result.current.isEntering).toBe(true)
    await act(async () => failing.reject(new ApiError({ kind: 'refused', status: 400 })))
    expect(result.current.isEntering).toBe(false)
    const succeeding = pending()
    act(() => void result.current.send(succeeding.request))
    await act(async () => succeeding.resolve('yes'))
    expect(result.current).toMatchObject({ loading: false, isEntering: true })
  })

  test('does not start a second request while the first is pending', async () => {
    const result = openRequest()
    const call = pending()
    act(() => void result.current.send(call.request))
    let isBegun = false
    const second = await act(() =>
      result.current.send(async () => {
        isBegun = true
      }),
    )
    expect({ second, isBegun }).toEqual({ second: null, isBegun: false })
    await act(async () => call.resolve('yes'))
  })
})

describe('error', () => {
  const failureOf = async (failure: unknown) => {
    const result = openRequest()
    await act(() => result.current.send(() => Promise.reject(failure)))
    return result.current
  }

  test.each([
    ['refused', 500, 'Login failed'],
    ['signed-out', 401, 'Login failed'],
    ['declined', 200, 'Login failed'],
  ] as const)(
    'is the literal for %s without a message of the server',
    async (kind, status, literal) => {
      expect((await failureOf(new ApiError({ kind, status }))).error).toBe(literal)
    },
  )

  test('is the literal without an answer, and isUnanswered is true', async () => {
    const after = await failureOf(new ApiError({ kind: 'no-answer' }))
    expect(after).toMatchObject({ error: 'Login failed', isUnanswered: true, status: null })
  })

  test('is the literal after an error of the device, and the reason is logged', async () => {
    expectConsole('error', /could not be finished on this device/)
    expect((await failureOf(new Error('full'))).error).toBe('Login failed')
  })

  test('a 401 removes the token, any other answer keeps it', async () => {
    localStorage.setItem('token', 'old')
    await failureOf(new ApiError({ kind: 'refused', status: 400 }))
    expect(localStorage.getItem('token')).toBe('old')
    await failureOf(new ApiError({ kind: 'signed-out', status: 401 }))
    await waitFor(() => expect(localStorage.getItem('token')).toBeNull())
  })
})
