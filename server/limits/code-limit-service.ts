import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/schema.ts'
import { countAttempt, findWaitMs } from './attempt-counter.ts'
import { listAttemptsMs } from './attempts-repository.ts'
import { makeTooMany } from './too-many.ts'
import { type Allowance, findPauseMs } from './wait-rules.ts'

// How often a one-time code may be sent and tried. Each registration has an allowance of its own, so nobody's requests
// for an address use up another's. What one network may do to an address bounds guessing through ever new registrations.

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const SENDS: readonly Allowance[] = [
  { most: 5, windowMs: HOUR_MS },
  { most: 10, windowMs: DAY_MS },
] // ASVS 6.6.3 asks for a limit; the numbers are what Indian payment services allow
const REMEMBERED_SENDS = 5 // an hour has no more, and pauses grow within an hour
const SENDS_PER_NETWORK: readonly Allowance[] = [{ most: 20, windowMs: HOUR_MS }] // mails cost money
const WRONG_TRIES: readonly Allowance[] = [{ most: 20, windowMs: DAY_MS }] // four codes; NIST SP 800-63B allows 100
// Bounds the rows that one network can cause; a day of it would lock a whole office or a mobile operator's users out.
const WRONG_TRIES_PER_NETWORK: readonly Allowance[] = [{ most: 100, windowMs: HOUR_MS }]

export interface CodeSender {
  /** The HMAC of the registration's id. */
  registration: string
  /** The HMAC of the caller's network. */
  address: string
  now: Date
}

export interface CodeTrier extends CodeSender {
  /** HMAC of the e-mail address and the network. */
  pair: string
}

interface SendWait {
  waitMs: number
  why: string
}

/** Milliseconds until another code may be sent; 0 for now. */
export async function findSendWaitMs(trx: Kysely<Tables>, sender: CodeSender): Promise<number> {
  return (await findSendWait(trx, sender)).waitMs
}

/** Counts a code that is about to be sent. */
export async function countSend(
  trx: Kysely<Tables>,
  { registration, address, now }: CodeSender,
): Promise<void> {
  await countAttempt(trx, { kind: 'code-send', subject: registration, address, now })
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
  const waitMs = Math.max(
    await findWaitMs(trx, 'code-try', { subject: registration }, WRONG_TRIES, now),
    await findWaitMs(trx, 'code-try', { subject: pair }, WRONG_TRIES, now),
    await findWaitMs(trx, 'code-try', { address }, WRONG_TRIES_PER_NETWORK, now),
  )
  if (waitMs > 0) throw makeTooMany('Too many wrong codes.', waitMs)
}

export async function countWrongTry(
  trx: Kysely<Tables>,
  { registration, pair, address, now }: CodeTrier,
): Promise<void> {
  await countAttempt(trx, { kind: 'code-try', subject: registration, address, now })
  await countAttempt(trx, { kind: 'code-try', subject: pair, address: null, now })
}

/** The longest of the waits, and of equal ones the first. */
async function findSendWait(
  trx: Kysely<Tables>,
  { registration: subject, address, now }: CodeSender,
): Promise<SendWait> {
  const mine = await listAttemptsMs(trx, 'code-send', { subject }, REMEMBERED_SENDS)
  const pause = { waitMs: findPauseMs(mine, now.getTime()), why: 'A code was sent just now.' }
  const others = [
    {
      waitMs: await findWaitMs(trx, 'code-send', { subject }, SENDS, now),
      why: 'Codes were asked for too often.',
    },
    {
      waitMs: await findWaitMs(trx, 'code-send', { address }, SENDS_PER_NETWORK, now),
      why: 'Too many codes were sent from your network.',
    },
  ]
  return others.reduce((longest, wait) => (wait.waitMs > longest.waitMs ? wait : longest), pause)
}
