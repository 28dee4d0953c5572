import type { Kysely } from 'kysely'
import { openSession, sessionHashOf } from '#server/accounts/sessions/session-service.ts'
import { insertStaffAccount } from '#server/accounts/team/staff-service.ts'
import { makeRecordId } from '#server/platform/database/record-id.ts'
import type { Tables } from '#server/platform/database/schema.ts'

const PEOPLE = 12 // more than a team has, so that a listing is wanted by several at each moment

/** Adds reviewers, each with a device that is signed in. */
export async function addRacingPeople(db: Kysely<Tables>) {
  const now = new Date()
  const people: { id: string; device: string }[] = []
  for (let number = 0; number < PEOPLE; number += 1) {
    const id = makeRecordId(now)
    const email = `racer-${number}@team.example`
    const person = { id, email, fullName: `Racer ${number}`, role: 'reviewer' as const, now }
    const account = await insertStaffAccount(db, { ...person, passwordHash: '' })
    const { token } = await openSession(db, { account, deviceLabel: 'Desk', now, ttlDays: 1 })
    people.push({ id, device: sessionHashOf({ token }) })
  }
  return people
}
