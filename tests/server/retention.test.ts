import { expect, test } from 'vitest'
import { endExpiredRegistrations } from '#server/accounts/registration/registration-end-service.ts'
import { PERSONAL_PARTS } from '#server/operations/personal-parts.ts'
import { readSettings } from '#server/platform/config/server-settings.ts'
import { PRIVACY_SECTIONS } from '#src/features/policies/privacy-policy-text.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'
import {
  REGISTRATION,
  register,
  resend,
  signIn,
  verify,
} from './accounts/sign-in/end-user-calls.ts'
import { call, isSignedIn } from './api-call.ts'
import { idOf, makeListing, makeMarket } from './market-data.ts'

// The privacy policy states how long the server keeps data. Each test reads a period from the text of the policy, and
// checks that the server keeps the data for just as long.

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Finds the only sentence of the policy that starts with `begin`, and returns the number before `unit` in its rest. */
function readPolicy(begin: string, unit: 'minutes' | 'hours' | 'days'): number {
  const sentences = PRIVACY_SECTIONS.flatMap(({ blocks }) => blocks.flat())
  const [sentence, ...more] = sentences.filter((one) => one.startsWith(begin))
  const [, said = ''] =
    new RegExp(`(\\d+) ${unit}\\b`).exec(sentence?.slice(begin.length) ?? '') ?? []
  expect(more).toEqual([])
  return Number(said)
}

const server = serverForEachTest({
  seed: makeMarket({ listings: [makeListing(2)] }),
})

const ASHA = 'asha.rao@example.in'

test('a session and the record of an ended session are kept as long as the policy says', async () => {
  const days = readPolicy('sessions for', 'days')
  expect(readPolicy('Sessions end after', 'days')).toBe(days)
  expect(readSettings({}).sessionTtlDays).toBe(days)
  const token = await server.signIn({ email: ASHA })
  const listSessions = () => server.db.selectFrom('sessions').select('token_hash').execute()
  const [noted] = await listSessions()
  const isNoted = async () => {
    await server.signIn({ email: ASHA })
    return (await listSessions()).some(({ token_hash }) => token_hash === noted?.token_hash)
  }
  server.clock.advance(days * DAY_MS - 1)
  expect(await isSignedIn(server, token)).toBe(true)
  server.clock.advance(1)
  expect(await isSignedIn(server, token)).toBe(false)
  server.clock.advance(readPolicy(`sessions for ${days} days, and a note`, 'days') * DAY_MS - 1)
  expect(await isNoted()).toBe(true)
  server.clock.advance(1)
  expect(await isNoted()).toBe(false)
})

async function countCodes(): Promise<number> {
  return (await server.db.selectFrom('codes').select('id').execute()).length
}

test('a code is valid, and its hash is kept, as long as the policy says', async () => {
  const minutes = readPolicy('one-time codes for', 'minutes')
  await register(server)
  const first = server.getLoggedCode()
  server.clock.advance(minutes * MINUTE_MS)
  expect((await verify(server, first)).json['code']).toBe('old-code')
  await resend(server)
  server.clock.advance(minutes * MINUTE_MS - 1)
  expect((await verify(server, server.getLoggedCode())).status).toBe(200)
  expect(await countCodes()).toBe(0)
  await register(server, { ...REGISTRATION, email: 'nobody@example.in' })
  const hours = readPolicy(`one-time codes for ${minutes} minutes, and`, 'hours')
  server.clock.advance(hours * HOUR_MS - 1)
  await endExpiredRegistrations(server.db, server.clock.now(), PERSONAL_PARTS)
  expect(await countCodes()).toBe(1)
  server.clock.advance(1)
  await endExpiredRegistrations(server.db, server.clock.now(), PERSONAL_PARTS)
  expect(await countCodes()).toBe(0)
})

test('the record of a failed sign-in, with the hash of its network address, is kept as long as the policy says', async () => {
  const fail = (from: string) => signIn(server, { email: ASHA, password: 'wrong' }, { from })
  const listAttempts = () => server.db.selectFrom('attempts').selectAll().execute()
  await fail('203.0.113.5')
  const first = (await listAttempts()).find(({ address }) => address !== null)
  const isKept = async () => {
    await fail('203.0.113.9')
    return (await listAttempts()).some(({ id }) => id === first?.id)
  }
  server.clock.advance(readPolicy('a scrambled form of the accounts', 'hours') * HOUR_MS - 1)
  expect(await isKept()).toBe(true)
  server.clock.advance(1)
  expect(await isKept()).toBe(false)
})

test("the answer to an operator's decision is stored for its idempotency key as long as the policy says", async () => {
  const decide = async (status: string) => {
    const headers = { 'Idempotency-Key': `key-of-the-decision-${status}` }
    const token = await server.signIn()
    const path = `/api/admin/properties/${idOf(2)}/status`
    await call(server, 'PATCH', path, { token, body: { status }, headers })
    const rows = await server.db.selectFrom('receipts').select('key').execute()
    return rows.map(({ key }) => key.split('-').at(-1)).sort()
  }
  expect(await decide('approved')).toEqual(['approved'])
  server.clock.advance(readPolicy('which decision or change of an event', 'days') * DAY_MS - 1)
  expect(await decide('rejected')).toEqual(['approved', 'rejected'])
  server.clock.advance(1)
  expect(await decide('pending')).toEqual(['pending', 'rejected'])
})
