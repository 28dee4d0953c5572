import { expect } from 'vitest'
import type { verify } from './end-user-calls.ts'

export const WRONG = 'This code is not right. Check the newest e-mail.'
export const SUPERSEDED = 'A newer code was sent after this one. Use the newest e-mail.'
export const SIGN_IN_FIRST = 'Sign in on this device first, then enter the code'
export const VERIFIED = 'This e-mail address is verified already. Sign in again to go on.'
export const FIFTH = 'That was the fifth wrong try, so this code is void. Ask for a new one.'
export const VOID = 'This code is void after five wrong tries. Ask for a new one.'

/** Expects a 400 with the same message for the whole form and for its code field. */
export function expectRefusal(
  answer: Awaited<ReturnType<typeof verify>>,
  reason: string,
  sentence: string,
) {
  expect(answer.json).toEqual({
    success: false,
    error: sentence,
    code: reason,
    fields: { otp: sentence },
  })
  expect(answer.status).toBe(400)
}
