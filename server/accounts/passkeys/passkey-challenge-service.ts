// Challenges of WebAuthn ceremonies. The server creates each at random for one purpose and, except
// before a sign-in, for one account. A challenge is valid for five minutes and for one response,
// even a refused one (WebAuthn, section 13.4.3).

import type { Kysely } from 'kysely'
import {
  insertPasskeyChallenge,
  removePasskeyChallengesBefore,
  takePasskeyChallenge,
} from '#server/accounts/people/passkey-repository.ts'
import { hashToken } from '#server/accounts/sessions/random-token.ts'
import type { PasskeyChallengeRow } from '#server/platform/database/rows/account-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import type { Write } from '#server/platform/database/write.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { CHALLENGE_MINUTES } from '#src/domain/retention.ts'

const LIFETIME_MS = CHALLENGE_MINUTES * 60_000 // as long as the browser's dialog may stay open

interface Ceremony {
  purpose: PasskeyChallengeRow['purpose']
  /** Null for a sign-in, whose account is not known yet. */
  userId: string | null
  challenge: string
  now: Date
}

export async function storeChallenge(
  write: Write,
  { purpose, userId, challenge, now }: Ceremony,
): Promise<void> {
  await write(async (trx) => {
    await removeExpiredPasskeyChallenges(trx, now)
    await insertPasskeyChallenge(trx, {
      challenge_hash: hashToken(challenge),
      purpose,
      user_id: userId,
      expires_at: new Date(now.getTime() + LIFETIME_MS).toISOString(),
    })
  })
}

/** Deletes challenges that have expired, of all accounts. */
export function removeExpiredPasskeyChallenges(db: Kysely<Tables>, now: Date): Promise<void> {
  return removePasskeyChallengesBefore(db, now.toISOString())
}

/** @throws ServerError 400 for an expired, used or unknown challenge */
export async function consumeChallenge(
  write: Write,
  { purpose, userId, challenge, now }: Ceremony,
): Promise<void> {
  const wanted = { challenge_hash: hashToken(challenge), purpose, user_id: userId }
  if (await write((trx) => takePasskeyChallenge(trx, wanted, now.toISOString()))) return
  const sentence = 'This took too long or was used already. Try the passkey again.'
  throw new ServerError(400, 'challenge-over', sentence)
}
