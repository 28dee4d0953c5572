// @module-tag long
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endExpiredRegistrations } from '#server/auth/registration/registration-end-service.ts'
import { openData } from '#server/database/connection/open-data.ts'
import { findRollupGaps } from '#server/database/rollup-check.ts'
import type { Tables } from '#server/database/schema.ts'
import { call } from '#tests/server/api-call.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server-fixture.ts'
import { type Answers, leaveDatabase, readAnswers } from './earlier-release.ts'

// Tests migration 008: it moves accounts whose e-mail address was never verified to the table `registrations`.

const RELEASE = '007-rollups'
const MEERA = { email: 'meera.iyer@example.in', id: '68ca5568dba4798e772859c8' }
const DAY_MS = 86_400_000

let folder: string
let server: TestServer
let member: NonNullable<Answers['member']>
let closing: (() => Promise<unknown>)[]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'release-'))
  const left = await leaveDatabase(RELEASE, folder)
  const database = { ...(await openData(left.settings)), place: folder }
  server = await startTestServer({ seed: 'none', database })
  closing = [server.close, left.remove]
  const answers = readAnswers(RELEASE)
  if (!answers.member) throw new Error(`${RELEASE} left no member`)
  member = answers.member
})
afterEach(async () => {
  for (const close of closing) await close()
  rmSync(folder, { recursive: true, force: true })
})

const listIds = async (db: Kysely<Tables>, table: 'users' | 'registrations' | 'member_words') =>
  (await db.selectFrom(table).select('id').execute()).map(({ id }) => id)

test('only an account that registered and never verified its address becomes a registration, with the same id', async () => {
  const { db } = server
  expect(await listIds(db, 'registrations')).toEqual([MEERA.id])
  expect(await listIds(db, 'users')).not.toContain(MEERA.id)
  expect(await listIds(db, 'member_words')).not.toContain(MEERA.id)
  const unverified = await db
    .selectFrom('users')
    .select('email')
    .where('verified', '=', 0)
    .execute()
  // This account stays, although it is unverified: it was imported without a password, so nobody registered it.
  expect(unverified).toEqual([{ email: 'vikram@example.in' }])
  expect(await findRollupGaps(db)).toEqual([])
})

test('the registration keeps its session and events, and a one-time code makes it an account with the same id', async () => {
  const { token, events } = member
  const read = async (by: string) =>
    (await call(server, 'GET', '/api/events/user', { token: by })).json
  expect(await read(token)).toEqual(events)
  const { email } = MEERA
  expect(
    (await call(server, 'POST', '/api/auth/resend-otp', { token, body: { email } })).status,
  ).toBe(200)
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
  const left = await server.db.selectFrom('events').select('id').execute()
  expect(left).toEqual([])
})
