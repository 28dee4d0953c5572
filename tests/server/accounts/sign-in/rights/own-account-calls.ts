import { addPasskey, beginCeremony, HERE } from '#tests/server/accounts/passkeys/passkey-calls.ts'
import { makeAuthenticator } from '#tests/server/accounts/passkeys/software-authenticator.ts'
import { codeOf, enrol } from '#tests/server/accounts/second-factor/enrolled-account.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'
import type { CallerOfCase } from './stage.ts'
import { ask, plain, type WritingCall } from './writing-call.ts'

const PASSWORD = 'a long member password' // of every account that a test adds
const NEW_PASSWORD = 'forty quiet green parrots'
const OWNER = { caller: 'owner' } as const
const CONFIRMED = { ...OWNER, isConfirmed: true } as const

async function addOwnPasskey(server: TestServer, { token }: CallerOfCase): Promise<string> {
  const { json } = await addPasskey(server, token, makeAuthenticator())
  return String(json['data']?.['_id'])
}

async function turnTotpOn(server: TestServer, { email }: CallerOfCase): Promise<void> {
  await enrol(server, { email, password: PASSWORD })
}

/** The calls under /api/auth, by an owner of the panel. */
export const ownAccountCalls = {
  'POST /api/auth/logout': plain(OWNER, '/api/auth/logout'),
  'DELETE /api/auth/sessions': {
    ...CONFIRMED,
    async prepare(server, { email }) {
      await server.signIn({ email })
      return { path: '/api/auth/sessions' }
    },
  },
  'DELETE /api/auth/sessions/:id': {
    ...CONFIRMED,
    async prepare(server, { email, token }) {
      await server.signIn({ email })
      const { data } = await ask(server, token, 'GET', '/api/auth/sessions')
      // The cast is safe: this call answers with a list of sessions that have these fields.
      const all = data as unknown as { _id: string; isCurrent: boolean }[]
      return { path: `/api/auth/sessions/${all.find(({ isCurrent }) => !isCurrent)?._id}` }
    },
  },
  'POST /api/auth/confirm': plain(OWNER, '/api/auth/confirm', { password: PASSWORD }),
  'POST /api/auth/password': plain(OWNER, '/api/auth/password', {
    password: PASSWORD,
    newPassword: NEW_PASSWORD,
  }),
  'PATCH /api/auth/account': plain({ ...OWNER, isClosedToIdle: true }, '/api/auth/account', {
    fullName: 'Another Name',
  }),
  'POST /api/auth/export': plain(CONFIRMED, '/api/auth/export'),
  'POST /api/auth/email': {
    ...OWNER,
    prepare: async (_, { id }) => ({
      path: '/api/auth/email',
      body: { password: PASSWORD, email: `new-${id}@example.in` },
    }),
  },
  'POST /api/auth/email/verify': {
    ...OWNER,
    async prepare(server, { id, token }) {
      const body = { password: PASSWORD, email: `new-${id}@example.in` }
      await ask(server, token, 'POST', '/api/auth/email', body)
      return { path: '/api/auth/email/verify', body: { otp: server.getLoggedCode() } }
    },
  },
  'POST /api/auth/deletion': plain(CONFIRMED, '/api/auth/deletion', { withdrawsConsent: false }),
  'POST /api/auth/deletion/cancellation': {
    ...OWNER,
    async prepare(server, { token }) {
      await ask(server, token, 'POST', '/api/auth/deletion', { withdrawsConsent: false })
      return { path: '/api/auth/deletion/cancellation', body: { isAdult: true } }
    },
  },
  'POST /api/auth/second-factor/setup': plain(OWNER, '/api/auth/second-factor/setup', {
    password: PASSWORD,
  }),
  'POST /api/auth/second-factor/confirm': {
    ...OWNER,
    async prepare(server, { token }) {
      const path = '/api/auth/second-factor'
      const { data } = await ask(server, token, 'POST', `${path}/setup`, { password: PASSWORD })
      return { path: `${path}/confirm`, body: { code: codeOf(server, String(data?.['secret'])) } }
    },
  },
  'POST /api/auth/second-factor/recovery-codes': {
    ...OWNER,
    async prepare(server, caller) {
      await turnTotpOn(server, caller)
      return { path: '/api/auth/second-factor/recovery-codes', body: { password: PASSWORD } }
    },
  },
  'POST /api/auth/second-factor/removal': {
    ...OWNER,
    async prepare(server, caller) {
      await turnTotpOn(server, caller)
      return { path: '/api/auth/second-factor/removal', body: { password: PASSWORD } }
    },
  },
  'POST /api/auth/confirm/options': {
    ...OWNER,
    async prepare(server, caller) {
      await addOwnPasskey(server, caller)
      return { path: '/api/auth/confirm/options' }
    },
  },
  'POST /api/auth/passkeys/options': plain(CONFIRMED, '/api/auth/passkeys/options'),
  'POST /api/auth/passkeys': {
    ...OWNER,
    async prepare(server, { token }) {
      const challenge = await beginCeremony(server, '/passkeys', token)
      const response = makeAuthenticator().create({ ...HERE, challenge })
      return { path: '/api/auth/passkeys', body: { name: 'Phone', response } }
    },
  },
  'PATCH /api/auth/passkeys/:id': {
    ...OWNER,
    prepare: async (server, caller) => ({
      path: `/api/auth/passkeys/${await addOwnPasskey(server, caller)}`,
      body: { name: 'Old phone' },
    }),
  },
  'DELETE /api/auth/passkeys/:id': {
    ...CONFIRMED,
    prepare: async (server, caller) => ({
      path: `/api/auth/passkeys/${await addOwnPasskey(server, caller)}`,
    }),
  },
} satisfies Record<string, WritingCall>
