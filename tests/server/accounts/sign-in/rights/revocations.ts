import { findRefusal, ROUTE_RULES } from '#tests/server/accounts/sign-in/route-rules.ts'
import type { CallerKind, CallerOfCase, Stage } from './stage.ts'
import { ask, type WritingCall } from './writing-call.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

export interface Revocation {
  of: readonly CallerKind[]
  /** Whether the call needs what this takes away; every call of `of` if absent. */
  concerns?(call: WritingCall, route: string): boolean
  /** Returns when the revocation has been answered. */
  revoke(stage: Stage, caller: CallerOfCase): Promise<unknown>
  refusal: { status: 401 | 403; code: string }
}

const SIGNED_OUT = { status: 401, code: 'unauthenticated' } as const
const UNKNOWN_KEY = { status: 401, code: 'unknown-key' } as const

export const REVOCATIONS: Readonly<Record<string, Revocation>> = {
  'the session is signed out': {
    of: ['owner', 'seller'],
    revoke: ({ beside }, { token }) => ask(beside, token, 'POST', '/api/auth/logout'),
    refusal: SIGNED_OUT,
  },
  'another device sets a new password': {
    of: ['owner', 'seller'],
    async revoke({ beside }, { email }) {
      const token = await beside.signIn({ email })
      const { password } = beside
      const body = { password, newPassword: 'eleven slow brown rivers' }
      return ask(beside, token, 'POST', '/api/auth/password', body)
    },
    refusal: SIGNED_OUT,
  },
  'the session expires': {
    of: ['owner', 'seller'],
    revoke: async (stage) => stage.pass(8 * DAY_MS),
    refusal: SIGNED_OUT,
  },
  'another owner suspends the person': {
    of: ['owner'],
    revoke: ({ beside }, { id }) =>
      asOwner(beside, 'PATCH', `/api/admin/staff/${id}/suspension`, { isSuspended: true }),
    refusal: SIGNED_OUT,
  },
  'another owner gives the person another role': {
    of: ['owner'],
    concerns: (_, route) => findRefusal(ROUTE_RULES[route] ?? 'open', 'viewer') !== null,
    revoke: ({ beside }, { id }) =>
      asOwner(beside, 'PATCH', `/api/admin/staff/${id}/role`, { role: 'viewer' }),
    refusal: { status: 403, code: 'not-allowed' },
  },
  'the proof of identity becomes ten minutes old': {
    of: ['owner'],
    concerns: ({ isConfirmed }) => isConfirmed === true,
    revoke: async (stage) => stage.pass(10 * MINUTE_MS),
    refusal: { status: 403, code: 'confirm-identity' },
  },
  'the session becomes idle': {
    of: ['owner'],
    concerns: ({ isClosedToIdle }) => isClosedToIdle === true,
    revoke: async (stage) => stage.pass(12 * HOUR_MS),
    refusal: { status: 403, code: 'reauthenticate' },
  },
  'an owner revokes the API key': {
    of: ['site'],
    revoke: ({ beside }, { id }) => asOwner(beside, 'DELETE', `/api/admin/api-keys/${id}`),
    refusal: UNKNOWN_KEY,
  },
  'the API key expires': {
    of: ['site'],
    revoke: async (stage) => stage.pass(91 * DAY_MS),
    refusal: UNKNOWN_KEY,
  },
}

async function asOwner(server: Stage['beside'], method: string, path: string, body?: object) {
  return ask(server, await server.signIn(), method, path, body)
}
