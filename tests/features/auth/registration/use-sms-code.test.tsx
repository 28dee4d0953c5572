import { renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSmsCode } from '#src/features/auth/registration/use-sms-code.ts'

let settle: { resolve(credential: object): void; reject(error: Error): void }
const get = vi.fn(
  (_options: { otp: object; signal: AbortSignal }) =>
    new Promise((resolve, reject) => {
      settle = { resolve, reject }
    }),
)

beforeEach(() => {
  get.mockClear()
  Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true })
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'credentials')
  Reflect.deleteProperty(window, 'OTPCredential')
})

test('no code is requested from a browser without WebOTP', () => {
  renderHook(() => useSmsCode(() => undefined))
  expect(get).not.toHaveBeenCalled()
})

test('the code of an SMS is requested once, and passed to the callback', async () => {
  Object.assign(window, { OTPCredential: class {} })
  const onCode = vi.fn()
  const { rerender } = renderHook(() => useSmsCode((code) => onCode(code)))
  rerender()
  expect(get).toHaveBeenCalledTimes(1)
  expect(get.mock.lastCall?.[0]).toMatchObject({ otp: { transport: ['sms'] } })
  settle.resolve({ code: '123456' })
  await waitFor(() => expect(onCode).toHaveBeenCalledWith('123456'))
})

test('leaving the page aborts the wait for an SMS', async () => {
  Object.assign(window, { OTPCredential: class {} })
  const onCode = vi.fn()
  const { unmount } = renderHook(() => useSmsCode(onCode))
  const signal = get.mock.lastCall?.[0].signal
  unmount()
  expect(signal?.aborted).toBe(true)
  settle.resolve({ code: '123456' })
  await Promise.resolve()
  expect(onCode).not.toHaveBeenCalled()
})
