import type { Kysely } from 'kysely'
import type { AppDeps } from '#server/platform/app-env.ts'
import { keyedHash } from '#server/platform/config/keyed-hash.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { countAttempt, findWaitMs } from './attempt-counter.ts'
import { listAttemptsMs } from './attempts-repository.ts'
import { LIMITS } from './limit-table.ts'
import { makeTooMany } from './too-many.ts'
import { findAllowanceWaitMs, findPauseMs } from './wait-rules.ts'

// Limits how often one-time codes are sent and tried. Each registration has its own allowance,
// which requests for other registrations cannot use up, even from the same network: an office or a
// mobile carrier's gateway has many people behind one IP address. The limits of a network apply to a
// registration only after some tries of its own (`freeTries` in limit-table.ts).

const REMEMBERED_SENDS = 5 // the most that an hour allows: a pause depends only on the sends of the last hour

export interface CodeSender extends Pick<AppDeps, 'appSecret'> {
  /** The id of the registration, or of the account that changes its address. */
  ownerId: string
  /** The caller's network (server/platform/http/client-address.ts). */
  network: string
  now: Date
}

export interface CodeTrier extends CodeSender {
  /** The address to which the code was mailed. */
  email: string
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
export async function countSend(trx: Kysely<Tables>, sender: CodeSender): Promise<void> {
  const { appSecret, network, now } = sender
  await countAttempt(trx, appSecret, 'code-send', { subject: subjectOf(sender), network, now })
}

/** @throws ServerError 429 when another code may not be sent yet */
export async function requireSend(trx: Kysely<Tables>, sender: CodeSender): Promise<void> {
  const { waitMs, why } = await findSendWait(trx, sender)
  if (waitMs > 0) throw makeTooMany(why, waitMs)
}

/** @throws ServerError 429 when there were too many wrong codes */
export async function requireCodeTry(trx: Kysely<Tables>, trier: CodeTrier): Promise<void> {
  const { appSecret, network, now } = trier
  const { freeTries = 0, subject: allowances, sentence } = LIMITS['code-try']
  const subject = subjectOf(trier)
  const ownMs = await findWaitMs(trx, appSecret, 'code-try', { subject, network, now })
  const ownTries = await listAttemptsMs(trx, 'code-try', { subject }, freeTries)
  const pairTries = await listAttemptsMs(trx, 'code-try', { subject: pairOf(trier) }, MOST_PER_PAIR)
  const pairMs = findAllowanceWaitMs(pairTries, allowances, now.getTime())
  const waitMs = ownTries.length < freeTries ? ownMs : Math.max(ownMs, pairMs)
  if (waitMs > 0) throw makeTooMany(sentence, waitMs)
}

/** All tries at the codes of one e-mail address from one network, which may be of several registrations. */
const MOST_PER_PAIR = Math.max(...LIMITS['code-try'].subject.map(({ most }) => most))

export async function countWrongTry(trx: Kysely<Tables>, trier: CodeTrier): Promise<void> {
  const { appSecret, network, now } = trier
  await countAttempt(trx, appSecret, 'code-try', { subject: subjectOf(trier), network, now })
  // The same try, so it counts only once for the network.
  await countAttempt(trx, appSecret, 'code-try', { subject: pairOf(trier), network: null, now })
}

/** The pause after the last code or the wait of the limits, whichever is longer, with its reason. */
async function findSendWait(trx: Kysely<Tables>, sender: CodeSender): Promise<SendWait> {
  const { appSecret, network, now } = sender
  const subject = subjectOf(sender)
  const mine = await listAttemptsMs(trx, 'code-send', { subject }, REMEMBERED_SENDS)
  const pauseMs = findPauseMs(mine, now.getTime())
  const waitMs = await findWaitMs(trx, appSecret, 'code-send', { subject, network, now })
  return waitMs > pauseMs
    ? { waitMs, why: LIMITS['code-send'].sentence }
    : { waitMs: pauseMs, why: 'A code was sent just now.' }
}

function subjectOf({ appSecret, ownerId }: CodeSender): string {
  return keyedHash(appSecret, ['registration', ownerId])
}

function pairOf({ appSecret, email, network }: CodeTrier): string {
  return keyedHash(appSecret, ['code-try', 'pair', email, network])
}
