import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/schema.ts'
import { countAttempt, findWaitMs } from './attempt-counter.ts'
import { listAttemptsMs } from './attempts-repository.ts'
import { makeTooMany } from './too-many.ts'
import { type Allowance, findPauseMs } from './wait-rules.ts'

// How often a one-time code may be sent and tried. An e-mail address that nobody has is counted like any other.

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const SENDS: readonly Allowance[] = [
  { most: 5, windowMs: HOUR_MS },
  { most: 10, windowMs: DAY_MS },
] // research c1
const REMEMBERED_SENDS = 5 // an hour has no more, and pauses grow within an hour
const SENDS_PER_ADDRESS: readonly Allowance[] = [{ most: 20, windowMs: HOUR_MS }] // research c1
const WRONG_TRIES: readonly Allowance[] = [{ most: 20, windowMs: DAY_MS }] // research c1
// Bounds the rows that one network can cause; a day of it would lock a whole office or a mobile operator's users out.
const WRONG_TRIES_PER_ADDRESS: readonly Allowance[] = [{ most: 100, windowMs: HOUR_MS }]

export interface CodeCaller {
  /** The HMAC of the e-mail address that the code is for, or of its owner. */
  subject: string
  /** The HMAC of the caller's network. */
  address: string
  now: Date
}

interface SendWait {
  waitMs: number
  why: string
}

/** Milliseconds until another code may be sent; 0 for now. */
export async function findSendWaitMs(trx: Kysely<Tables>, caller: CodeCaller): Promise<number> {
  return (await findSendWait(trx, caller)).waitMs
}

/** Counts a code that is about to be sent. */
export async function countSend(
  trx: Kysely<Tables>,
  { subject, address, now }: CodeCaller,
): Promise<void> {
  await countAttempt(trx, { kind: 'code-send', subject, address, now })
}

/** @throws ServerError 429 when another code may not be sent yet */
export async function requireSend(trx: Kysely<Tables>, caller: CodeCaller): Promise<void> {
  const { waitMs, why } = await findSendWait(trx, caller)
  if (waitMs > 0) throw makeTooMany(why, waitMs)
}

/** @throws ServerError 429 when there were too many wrong codes within a day */
export async function requireCodeTry(
  trx: Kysely<Tables>,
  { subject, address, now }: CodeCaller,
): Promise<void> {
  const waitMs = Math.max(
    await findWaitMs(trx, 'code-try', { subject }, WRONG_TRIES, now),
    await findWaitMs(trx, 'code-try', { address }, WRONG_TRIES_PER_ADDRESS, now),
  )
  if (waitMs > 0) throw makeTooMany('Too many wrong codes.', waitMs)
}

export async function countWrongTry(
  trx: Kysely<Tables>,
  { subject, address, now }: CodeCaller,
): Promise<void> {
  await countAttempt(trx, { kind: 'code-try', subject, address, now })
}

/** The longest of the waits, and of equal ones the first. */
async function findSendWait(
  trx: Kysely<Tables>,
  { subject, address, now }: CodeCaller,
): Promise<SendWait> {
  const mine = await listAttemptsMs(trx, 'code-send', { subject }, REMEMBERED_SENDS)
  const pause = { waitMs: findPauseMs(mine, now.getTime()), why: 'A code was sent just now.' }
  const others = [
    {
      waitMs: await findWaitMs(trx, 'code-send', { subject }, SENDS, now),
      why: 'Codes were asked for too often.',
    },
    {
      waitMs: await findWaitMs(trx, 'code-send', { address }, SENDS_PER_ADDRESS, now),
      why: 'Too many codes were sent from your network.',
    },
  ]
  return others.reduce((longest, wait) => (wait.waitMs > longest.waitMs ? wait : longest), pause)
}
