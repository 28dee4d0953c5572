import { insertAccount } from '#server/accounts/people/account-repository.ts'
import { openSession } from '#server/accounts/sessions/session-service.ts'
import { openExistingData } from '#server/platform/database/connection/open-database.ts'
import { idOf } from '#tests/server/market-data.ts'

/** Adds a verified member to the database of a running server, and returns the token of a session for them. */
export async function addMember(dataDir: string, number: number): Promise<string> {
  const { db, close } = await openExistingData(dataDir)
  const now = new Date()
  const account = {
    id: idOf(number + 1),
    full_name: `Member ${number}`,
    email: `member${number}@example.in`,
    phone_number: '+91 98220 41736',
    picture_url: null,
    role: 'user',
    verified: 1,
    password_hash: null,
    has_short_password: 0,
    adult_stated_at: null,
    consent_policy: null,
    created_at: now.toISOString(),
  } as const
  try {
    await insertAccount(db, account)
    return (await openSession(db, { account, deviceLabel: 'Bench', now, ttlDays: 1 })).token
  } finally {
    await close()
  }
}
