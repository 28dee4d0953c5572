// Sends due messages: puts each message into the inbox, and creates one job for its mail and one for
// each device. Only one process at a time works on a job.

import type { AppDeps } from '#server/app-env.ts'
import { describePassingTrouble } from '#server/database/database-trouble.ts'
import type { MessageJobRow } from '#server/database/message-rows.ts'
import { makeRecordId } from '#server/database/record-id.ts'
import { composeDecisionMail } from '#server/mail/decision-mail.ts'
import type { OutboundClient } from '#server/outbound/outbound-service.ts'
import { ownListingPath } from '#src/config/paths.ts'
import {
  claimJob,
  countJobs,
  hasDueJob,
  insertJobs,
  removeJob,
  setJob,
} from './message-job-repository.ts'
import { afterFailure } from './message-job-rules.ts'
import { findEmail, findInboxRow, listDueMessages, setMessage } from './message-repository.ts'
import { kindOf } from './message-wire.ts'
import { getPushKeys } from './push-key-service.ts'
import { isPushAvailable, sendPush } from './push-sender.ts'
import {
  findLiveSubscription,
  listSubscriptionIds,
  removeSubscription,
} from './push-subscription-repository.ts'

const LEASE_MS = 5 * 60_000 // longer than any delivery takes: each has its own timeout
const LEAVING_AT_ONCE = 100 // due messages per transaction; the next run releases the rest
/** Several lanes for push, so that a hanging push service blocks neither the others nor the mails. */
const LANES: readonly MessageJobRow['channel'][] = ['mail', 'push', 'push', 'push', 'push']

export interface DeliveryDeps
  extends Pick<AppDeps, 'db' | 'clock' | 'mailer' | 'publicUrl' | 'appSecret' | 'log'> {
  outbound: OutboundClient
  /** While the server is stopping, no new delivery starts. */
  isStopping?: () => boolean
}

/** Runs one delivery round. Several processes may run it at once. */
export async function deliverMessages(deps: DeliveryDeps): Promise<void> {
  await releaseDueMessages(deps)
  await Promise.all(LANES.map((channel) => drainLane(deps, channel)))
}

/** Counts unfinished deliveries: those waiting for an attempt, and those abandoned. */
export function countDeliveries({ db }: Pick<DeliveryDeps, 'db'>) {
  return countJobs(db)
}

async function releaseDueMessages({ db, clock, mailer, publicUrl }: DeliveryDeps): Promise<void> {
  const now = clock()
  const at = now.toISOString()
  // Here and below: check with a read first, so that an idle server does not take the writer lock.
  if ((await listDueMessages(db, at, 1)).length === 0) return
  await db.transaction().execute(async (trx) => {
    for (const { id, userId } of await listDueMessages(trx, at, LEAVING_AT_ONCE)) {
      await setMessage(trx, id, { left_at: at })
      const devices = isPushAvailable(publicUrl) ? await listSubscriptionIds(trx, userId, at) : []
      const jobs = devices.map((device) => makeJob(id, device, now))
      await insertJobs(trx, mailer.isConfigured ? [makeJob(id, null, now), ...jobs] : jobs)
    }
  })
}

function makeJob(messageId: string, subscriptionId: string | null, now: Date): MessageJobRow {
  return {
    id: makeRecordId(now),
    message_id: messageId,
    channel: subscriptionId === null ? 'mail' : 'push',
    subscription_id: subscriptionId,
    attempts: 0,
    created_at: now.toISOString(),
    due_at: now.toISOString(),
    leased_until: null,
    dead_at: null,
  }
}

async function drainLane(deps: DeliveryDeps, channel: MessageJobRow['channel']): Promise<void> {
  while (!deps.isStopping?.()) {
    const job = await takeJob(deps, channel)
    if (!job) return
    await settle(deps, job, await attempt(deps, job))
  }
}

async function takeJob(
  { db, clock }: DeliveryDeps,
  channel: MessageJobRow['channel'],
): Promise<MessageJobRow | undefined> {
  const at = clock()
  const now = at.toISOString()
  if (!(await hasDueJob(db, channel, now))) return undefined
  const until = new Date(at.getTime() + LEASE_MS).toISOString()
  return db.transaction().execute((trx) => claimJob(trx, channel, { now, until }))
}

/**
 * Returns true if the message was delivered, or its recipient no longer exists. An unexpected
 * error, except temporary database trouble, counts as a failed attempt: if it were thrown, the job
 * would block its lane in each run.
 */
async function attempt(deps: DeliveryDeps, job: MessageJobRow): Promise<boolean> {
  const { id: jobId, subscription_id: device } = job
  try {
    return await (device === null ? sendMail(deps, job) : notify(deps, job, device))
  } catch (err) {
    if (describePassingTrouble(err)) throw err
    deps.log.error({ err, jobId }, 'a delivery failed unexpectedly')
    return false
  }
}

async function sendMail(
  { db, mailer, publicUrl }: DeliveryDeps,
  { message_id: id }: MessageJobRow,
): Promise<boolean> {
  const message = await findInboxRow(db, id)
  const email = message && (await findEmail(db, message.userId))
  if (!email) return true
  const { title, sentence, note, listingId } = message
  const mail = composeDecisionMail({
    kind: kindOf(message),
    title,
    reason: sentence === null ? null : { sentence, note: note ?? '' },
    listingUrl: `${publicUrl}${ownListingPath(listingId)}`,
  })
  const messageId = `<${id}@${new URL(publicUrl).hostname}>`
  return mailer.send(email, { ...mail, messageId })
}

async function notify(
  { db, clock, appSecret, outbound, publicUrl }: DeliveryDeps,
  { message_id: id }: MessageJobRow,
  device: string,
): Promise<boolean> {
  const subscription = await findLiveSubscription(db, device, clock().toISOString())
  if (!subscription) return true
  const keys = await getPushKeys(db, appSecret)
  const sender = { outbound, keys, publicUrl }
  const outcome = await sendPush(sender, subscription, { kind: 'decision', id })
  if (outcome === 'gone') await removeSubscription(db, device)
  return outcome !== 'failed'
}

async function settle(
  { db, clock, log }: DeliveryDeps,
  job: MessageJobRow,
  isDone: boolean,
): Promise<void> {
  if (isDone) return removeJob(db, job)
  const change = afterFailure(job, clock())
  await setJob(db, job, change)
  const { id, message_id: messageId, channel, attempts } = job
  if (change.dead_at !== null)
    log.error({ jobId: id, messageId, channel, attempts }, 'a message could not be delivered')
}
