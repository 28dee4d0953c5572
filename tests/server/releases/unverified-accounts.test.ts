// @module-tag long
import { beforeEach, expect, test } from 'vitest'
import { endExpiredRegistrations } from '#server/auth/registration/registration-end-service.ts'
import { openData } from '#server/database/connection/open-data.ts'
import { findRollupGaps } from '#server/database/rollup-check.ts'
import { call } from '#tests/server/api-call.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'
import { startServerForTest } from '#tests/support/server/server-for-test.ts'
import { makeFolderForTest } from '#tests/support/temporary-folder.ts'
import { type Answers, leaveDatabase, readAnswers } from './earlier-release.ts'

// Tests migration 008: it moves accounts whose e-mail address was never verified to the table `registrations`.

const RELEASE = '007-rollups'
const MEERA = { email: 'meera.iyer@example.in', id: '68ca5568dba4798e772859c8' }
const DAY_MS = 86_400_000

let server: TestServer
let member: NonNullable<Answers['member']>

beforeEach(async () => {
  const folder = makeFolderForTest()
  const database = await openData(await leaveDatabase(RELEASE, folder))
  server = await startServerForTest({ seed: 'none', database: { ...database, place: folder } })
  const answers = readAnswers(RELEASE)
  if (!answers.member) throw new Error(`${RELEASE} left no member`)
  member = answers.member
})

const listIds = async (table: 'users' | 'registrations' | 'member_words' | 'events') =>
  (await server.db.selectFrom(table).select('id').execute()).map(({ id }) => id)

test('only an account that registered and never verified its address becomes a registration, with the same id', async () => {
  expect(await listIds('registrations')).toEqual([MEERA.id])
  expect(await listIds('users')).not.toContain(MEERA.id)
  expect(await listIds('member_words')).not.toContain(MEERA.id)
  const unverified = server.db.selectFrom('users').select('email').where('verified', '=', 0)
  // This account stays, although it is unverified: it was imported without a password, so nobody registered it.
  expect(await unverified.execute()).toEqual([{ email: 'vikram@example.in' }])
  expect(await findRollupGaps(server.db)).toEqual([])
})

test('the registration keeps its session and events, and a one-time code makes it an account with the same id', async () => {
  const { token, events } = member
  const read = async (by: string) =>
    (await call(server, 'GET', '/api/events/user', { token: by })).json
  expect(await read(token)).toEqual(events)
  const { email } = MEERA
  const resent = await call(server, 'POST', '/api/auth/resend-otp', { token, body: { email } })
  expect(resent.status).toBe(200)
  await server.settle()
  const body = { email, otp: server.getLoggedCode() }
  const verified = await call(server, 'POST', '/api/auth/verify-otp', { token, body })
  expect(verified.json['user']).toMatchObject({
    _id: MEERA.id,
    fullName: 'Meera Iyer',
    verified: true,
  })
  expect(await read(String(verified.json['token']))).toEqual(events)
})

test('the registration is deleted one day after the migration', async () => {
  const updatedAt = Date.now()
  expect(await endExpiredRegistrations(server.db, new Date(updatedAt))).toBe(0)
  expect(await endExpiredRegistrations(server.db, new Date(updatedAt + DAY_MS + 60_000))).toBe(1)
  expect(await listIds('events')).toEqual([])
})
