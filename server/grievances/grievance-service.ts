// Receives grievances, and stores their answers. A grievance has one answer: it is closed with it.

import { randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Session } from '#server/accounts/sessions/session-service.ts'
import { announceGrievance } from '#server/notices/messages/message-grievance-service.ts'
import type { AppDeps } from '#server/platform/app-env.ts'
import { appendAuditEntry } from '#server/platform/audit/audit-service.ts'
import { makeRecordId } from '#server/platform/database/record-id.ts'
import { bumpRevision } from '#server/platform/database/revision.ts'
import type { GrievanceRow } from '#server/platform/database/rows/grievance-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { forgetIdempotencyRecordsAbout } from '#server/platform/idempotency/idempotency-service.ts'
import { requireGrievanceTry } from '#server/platform/limits/limit-service.ts'
import { formatDate, formatTime } from '#src/domain/dates.ts'
import type { NewGrievance } from '#src/domain/grievance/grievance.ts'
import { grievanceDueAt } from '#src/domain/grievance/grievance-periods.ts'
import { GRIEVANCE_DAYS } from '#src/domain/retention.ts'
import {
  findGrievance,
  getGrievances,
  insertGrievance,
  isNumberUsed,
  listIdsOfPerson,
  type NamedGrievance,
  removeAnsweredBefore,
  removeGrievances,
  setAnswer,
} from './grievance-repository.ts'

/** Owns the idempotency records of grievances: a person who repeats a request may be signed out by then. */
export const SENDER = 'anyone'
const DAY_MS = 86_400_000
const HALF_NUMBERS = 10_000 // of each half of a number: four digits are read aloud without a mistake
const HALF_DIGITS = 4

interface SentGrievance {
  sent: NewGrievance
  /** The account of the sender; null for a visitor. */
  userId: string | null
  /** The sender's network (server/platform/http/client-address.ts). */
  network: string
  now: Date
}

/**
 * Stores a grievance and prepares its acknowledgement, in the caller's transaction. @throws ServerError 429
 */
export async function receiveGrievance(
  trx: Kysely<Tables>,
  { appSecret }: Pick<AppDeps, 'appSecret'>,
  { sent, userId, network, now }: SentGrievance,
): Promise<GrievanceRow> {
  const { kind, listing, name, email, phoneNumber, text } = sent
  await requireGrievanceTry(
    trx,
    { appSecret },
    { contact: email ?? phoneNumber ?? '', network, now },
  )
  const row = {
    id: makeRecordId(now),
    number: await drawNumber(trx),
    user_id: userId,
    kind,
    listing,
    name,
    email,
    phone_number: phoneNumber,
    text,
    created_at: now.toISOString(),
    due_at: grievanceDueAt(kind, now).toISOString(),
    answer: null,
    answered_at: null,
    answered_by: null,
  }
  await insertGrievance(trx, row)
  await announceGrievance(trx, row, 'received', now)
  await bumpRevision(trx)
  return row
}

/** Drawn at random, so that a number does not tell how many grievances there are. */
async function drawNumber(trx: Kysely<Tables>): Promise<string> {
  for (;;) {
    const [one, other] = [randomInt(HALF_NUMBERS), randomInt(HALF_NUMBERS)].map((half) =>
      String(half).padStart(HALF_DIGITS, '0'),
    )
    const number = `G-${one}-${other}`
    if (!(await isNumberUsed(trx, number))) return number
  }
}

export interface GivenAnswer {
  id: string
  answer: string
  session: Session
  now: Date
}

/**
 * Answers a grievance, in the caller's transaction. A repeat of one's own answer changes nothing. @throws ServerError
 * 404, and 409 if somebody has answered it already
 */
export async function answerGrievance(
  trx: Kysely<Tables>,
  { id, answer, session, now }: GivenAnswer,
): Promise<NamedGrievance> {
  const found = await getOne(trx, id)
  if (found.answer !== null) {
    if (found.answer === answer && found.answered_by === session.userId) return found
    throw answeredAlready(found)
  }
  const at = now.toISOString()
  await setAnswer(trx, id, { answer, answered_at: at, answered_by: session.userId })
  await appendAuditEntry(trx, {
    at,
    actor_id: session.userId,
    device_label: session.deviceLabel,
    action: 'grievance-answer',
    entity: 'grievance',
    entity_id: id,
    from_value: null,
    to_value: found.number,
    idempotency_key: null,
  })
  await announceGrievance(trx, found, 'answered', now)
  await bumpRevision(trx)
  return getOne(trx, id)
}

async function getOne(trx: Kysely<Tables>, id: string): Promise<NamedGrievance> {
  const known = await findGrievance(trx, id)
  const [found] = known ? await getGrievances(trx, [known.id]) : []
  if (!found) throw new ServerError(404, 'not-found', 'This grievance does not exist any more.')
  return found
}

function answeredAlready({ answererName, answered_at: at }: NamedGrievance): ServerError {
  const who = answererName ?? 'Somebody'
  const sentence = `${who} answered this on ${formatDate(at)} at ${formatTime(at)}. Your answer was not sent.`
  return new ServerError(409, 'answered-already', sentence)
}

/** Deletes the grievances of a person whose account is erased, and all traces of their sending. */
export async function eraseGrievances(
  trx: Kysely<Tables>,
  account: { id: string; email: string },
): Promise<void> {
  const ids = await listIdsOfPerson(trx, account)
  if (ids.length === 0) return
  await forgetIdempotencyRecordsAbout(trx, SENDER, ids)
  await removeGrievances(trx, ids)
}

/** Deletes grievances whose answer is older than the retention period. An open one stays. */
export function forgetOldGrievances(db: Kysely<Tables>, now: Date): Promise<void> {
  return removeAnsweredBefore(db, new Date(now.getTime() - GRIEVANCE_DAYS * DAY_MS).toISOString())
}
