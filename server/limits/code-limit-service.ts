import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/schema.ts'
import { countAttempt, findWaitMs } from './attempt-counter.ts'
import { listAttemptsMs } from './attempts-repository.ts'
import { makeTooMany } from './too-many.ts'
import { type Allowance, findPauseMs } from './wait-rules.ts'

// Limits how often one-time codes are sent and tried. Each registration has its own allowance,
// which requests for other registrations cannot use up, even from the same network: an office or a
// mobile carrier's gateway has many people behind one IP address. The limits of a network apply to a
// registration only after five wrong codes of its own.

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const SENDS: readonly Allowance[] = [
  { most: 5, windowMs: HOUR_MS },
  { most: 10, windowMs: DAY_MS },
] // ASVS 6.6.3 requires a limit; Indian payment services use these numbers
const REMEMBERED_SENDS = 5 // the most that an hour allows: a pause depends only on the sends of the last hour
const OWN_WRONG_TRIES = 5 // of one registration; from then on, the limits of its network apply too
// Four codes with five tries each; NIST SP 800-63B allows 100 tries.
const WRONG_TRIES: readonly Allowance[] = [{ most: 20, windowMs: DAY_MS }]
// Limits the tries from one network. A daily limit would lock out a whole office or a mobile
// carrier's users.
const WRONG_TRIES_PER_NETWORK: readonly Allowance[] = [{ most: 100, windowMs: HOUR_MS }]

export interface CodeSender {
  /** HMAC of the registration's id. */
  registration: string
  now: Date
}

export interface CodeTrier extends CodeSender {
  /** HMAC of the caller's network. */
  address: string
  /** HMAC of the e-mail address and the network. */
  pair: string
}

interface SendWait {
  waitMs: number
  why: string
}

/** Milliseconds until another code may be sent; 0 if now. */
export async function findSendWaitMs(trx: Kysely<Tables>, sender: CodeSender): Promise<number> {
  return (await findSendWait(trx, sender)).waitMs
}

/** Counts a code that is about to be sent. */
export async function countSend(
  trx: Kysely<Tables>,
  { registration, now }: CodeSender,
): Promise<void> {
  await countAttempt(trx, { kind: 'code-send', subject: registration, address: null, now })
}

/** @throws ServerError 429 when another code may not be sent yet */
export async function requireSend(trx: Kysely<Tables>, sender: CodeSender): Promise<void> {
  const { waitMs, why } = await findSendWait(trx, sender)
  if (waitMs > 0) throw makeTooMany(why, waitMs)
}

/** @throws ServerError 429 when there were too many wrong codes */
export async function requireCodeTry(
  trx: Kysely<Tables>,
  { registration, pair, address, now }: CodeTrier,
): Promise<void> {
  const own = { subject: registration }
  const waits = [await findWaitMs(trx, 'code-try', own, WRONG_TRIES, now)]
  const ownTries = await listAttemptsMs(trx, 'code-try', own, OWN_WRONG_TRIES)
  if (ownTries.length >= OWN_WRONG_TRIES)
    waits.push(
      await findWaitMs(trx, 'code-try', { subject: pair }, WRONG_TRIES, now),
      await findWaitMs(trx, 'code-try', { address }, WRONG_TRIES_PER_NETWORK, now),
    )
  const waitMs = Math.max(...waits)
  if (waitMs > 0) throw makeTooMany('Too many wrong codes.', waitMs)
}

export async function countWrongTry(
  trx: Kysely<Tables>,
  { registration, pair, address, now }: CodeTrier,
): Promise<void> {
  await countAttempt(trx, { kind: 'code-try', subject: registration, address, now })
  await countAttempt(trx, { kind: 'code-try', subject: pair, address: null, now })
}

/** The pause after the last code or the wait of the allowances, whichever is longer, with its reason. */
async function findSendWait(
  trx: Kysely<Tables>,
  { registration: subject, now }: CodeSender,
): Promise<SendWait> {
  const mine = await listAttemptsMs(trx, 'code-send', { subject }, REMEMBERED_SENDS)
  const pauseMs = findPauseMs(mine, now.getTime())
  const waitMs = await findWaitMs(trx, 'code-send', { subject }, SENDS, now)
  return waitMs > pauseMs
    ? { waitMs, why: 'Codes were asked for too often.' }
    : { waitMs: pauseMs, why: 'A code was sent just now.' }
}
