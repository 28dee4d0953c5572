import { describe, expect, test } from 'vitest'
import type { Account } from '#src/domain/account/account.ts'
import {
  addNews,
  joinNews,
  NO_NEWS,
  readAuthPageState,
  toCodeNews,
} from '#src/features/auth/auth-page-state.ts'
import { destinationOf, readReturnTo } from '#src/features/auth/return-to.ts'

const USER: Account = {
  id: 'user-7',
  fullName: 'Nisha Patil',
  email: 'nisha@example.in',
  role: 'user',
  isVerified: true,
}

describe('where a person goes after signing in', () => {
  test.each([
    [
      'back to the page they were on',
      '/account/events?open=new',
      'user-7',
      '/account/events?open=new',
    ],
    ['not to the page of another user', '/account/events?open=new', 'user-8', '/account/events'],
    ['not to a page outside their account', '/dashboard', 'user-7', '/account/events'],
    ['not to another site', '//example.com/account/', 'user-7', '/account/events'],
    ['not back to an auth page', '/account/sign-in', 'user-7', '/account/events'],
  ])('a user goes %s', (_case, path, userId, expected) => {
    expect(destinationOf(USER, { path, userId })).toBe(expected)
  })

  test.each([
    ['back to the listing under review', '?section=property&review=f2', 'user-7'],
    ['not to the page of another user', '?section=property&review=f2', 'user-8'],
  ])('the operator goes %s', (_case, search, userId) => {
    const path = `/dashboard${search}`
    const expected = userId === USER.id ? path : '/dashboard'
    expect(destinationOf({ ...USER, role: 'admin' }, { path, userId })).toBe(expected)
  })

  test.each(['/account/events', '/dashboards', '//example.com/dashboard', '/login'])(
    'the operator does not go to %s, which is not a page of the panel',
    (path) => {
      const admin = { ...USER, role: 'admin' } as const
      expect(destinationOf(admin, { path, userId: USER.id })).toBe('/dashboard')
    },
  )

  test('without a page to return to, a user goes to the events and the operator to the panel', () => {
    expect(destinationOf(USER, null)).toBe('/account/events')
    expect(destinationOf({ ...USER, role: 'admin' }, null)).toBe('/dashboard')
  })
})

describe('the state of a history entry', () => {
  test('has the return path and the delivery status of the code as they were written', () => {
    const state = {
      returnTo: { path: '/account/events', userId: 'user-7' },
      codeNews: { isSent: false, resendAt: 5 },
      isPosting: true,
    }
    expect(readAuthPageState({ reason: 'expired', ...state })).toEqual(state)
    expect(readReturnTo({ reason: 'expired', ...state })).toEqual(state.returnTo)
  })

  test.each([null, undefined, 7, 'text', { returnTo: { path: 1 }, codeNews: [] }])(
    'is read as empty if it is the invalid value %j',
    (state) => {
      expect(readAuthPageState(state)).toEqual({ returnTo: null, codeNews: null, isPosting: false })
      expect(readReturnTo(state)).toBeNull()
    },
  )
})

describe('the delivery status of a one-time code', () => {
  test('comes from the server; if the server names no delay, another code can be requested after 30 seconds', () => {
    expect(toCodeNews({ codeSent: true, resendAfterMs: 60_000 }, 1_000)).toEqual({
      isSent: true,
      resendAt: 61_000,
    })
    expect(toCodeNews({ codeSent: null, resendAfterMs: null }, 1_000)).toEqual({
      isSent: null,
      resendAt: 31_000,
    })
  })

  test('is the later of two merged statuses, in either order', () => {
    const later = { isSent: true, resendAt: 9 }
    const earlier = { isSent: false, resendAt: 4 }
    expect(joinNews(later, earlier)).toEqual(later)
    expect(joinNews(earlier, later)).toEqual(later)
    expect(joinNews(NO_NEWS, later)).toEqual(later)
  })

  test('keeps `isSent` if a later answer does not report whether the code was sent', () => {
    const unsent = { isSent: false, resendAt: 4 }
    expect(addNews(unsent, { isSent: null, resendAt: 9 })).toEqual({ isSent: false, resendAt: 9 })
    expect(addNews(unsent, { isSent: true, resendAt: 9 })).toEqual({ isSent: true, resendAt: 9 })
  })
})
