// Sends due messages: puts each message into the inbox, and creates one job for its mail and one for
// each device. Only one process at a time works on a job.

import type { AppDeps } from '#server/app-env.ts'
import { describePassingTrouble } from '#server/database/database-trouble.ts'
import type { MessageJobRow } from '#server/database/message-rows.ts'
import { makeRecordId } from '#server/database/record-id.ts'
import { composeDecisionMail } from '#server/mail/decision-mail.ts'
import { composeGrievanceMail } from '#server/mail/grievance-mail.ts'
import type { OutboundClient } from '#server/outbound/outbound-service.ts'
import type { LaneWork } from '#server/outbound/receiver-lane-service.ts'
import { ownListingPath } from '#src/config/paths.ts'
import {
  claimJobs,
  countJobs,
  hasDueJob,
  insertJobs,
  isClaimed,
  removeJob,
  setJob,
} from './message-job-repository.ts'
import { afterFailure } from './message-job-rules.ts'
import {
  findEmail,
  findInboxRow,
  type InboxRow,
  listDueMessages,
  setMessage,
} from './message-repository.ts'
import { decisionKindOf } from './message-wire.ts'
import { getPushKeys } from './push-key-service.ts'
import { isPushAvailable, sendPush } from './push-sender.ts'
import {
  findLiveSubscription,
  listSubscriptionIds,
  removeSubscription,
} from './push-subscription-repository.ts'

const LEASE_MS = 5 * 60_000 // longer than any delivery takes: each has its own timeout
const LEAVING_AT_ONCE = 100 // due messages per transaction
/**
 * People served at once by one process: mail servers accept a few connections, and push services many. A hanging device
 * occupies its lane for 15 seconds, and then waits a minute.
 */
const MOST: Readonly<Record<Channel, number>> = { mail: 4, push: 128 }

type Channel = MessageJobRow['channel']

export interface DeliveryDeps
  extends Pick<AppDeps, 'db' | 'clock' | 'mailer' | 'publicUrl' | 'appSecret' | 'log'> {
  outbound: OutboundClient
}

/** Sends due mails or notifications, one at a time to each person. Several processes may run it at once. */
export function makeDeliveryWork(deps: DeliveryDeps, channel: Channel): LaneWork<MessageJobRow> {
  return {
    most: MOST[channel],
    mostMs: LEASE_MS,
    take: (most) => takeJobs(deps, channel, most),
    serve: async (job) => settle(deps, job, await attempt(deps, job)),
  }
}

/** Counts unfinished deliveries: those waiting for an attempt, and those abandoned. */
export function countDeliveries({ db }: Pick<DeliveryDeps, 'db'>) {
  return countJobs(db)
}

/**
 * Puts due messages into the inbox and creates their jobs. Calls no other server, so that a message is in the app in time
 * whatever the mail server does. Several processes may run it at once.
 */
export async function releaseDueMessages(
  { db, clock, mailer, publicUrl }: Pick<DeliveryDeps, 'db' | 'clock' | 'mailer' | 'publicUrl'>,
  isStopping: () => boolean,
): Promise<void> {
  const now = clock()
  const at = now.toISOString()
  // Here and below: check with a read first, so that an idle server does not take the writer lock.
  while (!isStopping() && (await listDueMessages(db, at, 1)).length > 0)
    await db.transaction().execute(async (trx) => {
      for (const { id, userId, isAboutListing } of await listDueMessages(
        trx,
        at,
        LEAVING_AT_ONCE,
      )) {
        await setMessage(trx, id, { left_at: at })
        // A notification says that there is news about a listing.
        const isNotified = userId !== null && isAboutListing && isPushAvailable(publicUrl)
        const devices = isNotified ? await listSubscriptionIds(trx, userId, at) : []
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

async function takeJobs(
  { db, clock }: DeliveryDeps,
  channel: Channel,
  most: number,
): Promise<MessageJobRow[]> {
  const at = clock()
  const now = at.toISOString()
  if (!(await hasDueJob(db, channel, now))) return []
  const until = new Date(at.getTime() + LEASE_MS).toISOString()
  return db.transaction().execute((trx) => claimJobs(trx, channel, { now, until, most }))
}

/**
 * Returns true if the message was delivered, its recipient no longer exists, or its job was deleted after it was claimed:
 * another decision or a resubmission has made the message untrue. An unexpected
 * error, except temporary database trouble, counts as a failed attempt: if it were thrown, the job
 * would be repeated for ever.
 */
async function attempt(deps: DeliveryDeps, job: MessageJobRow): Promise<boolean> {
  const { id: jobId, subscription_id: device } = job
  try {
    if (!(await isClaimed(deps.db, job))) return true
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
  const email = message && (await findRecipient(db, message))
  const mail = message && composeMail(message, publicUrl)
  if (!email || !mail) return true
  const messageId = `<${id}@${new URL(publicUrl).hostname}>`
  return mailer.send(email, { ...mail, messageId })
}

/** A grievance is answered to the address that its sender has given, whatever their account has. */
async function findRecipient(db: DeliveryDeps['db'], { senderEmail, userId }: InboxRow) {
  return senderEmail ?? (userId === null ? undefined : await findEmail(db, userId))
}

function composeMail(message: InboxRow, publicUrl: string) {
  const { status, title, sentence, note, changesNeeded, listingId } = message
  if (status === 'received' || status === 'answered') return composeGrievanceMail(message)
  return composeDecisionMail({
    kind: decisionKindOf(status, changesNeeded),
    title,
    reason: sentence === null ? null : { sentence, note: note ?? '' },
    listingUrl: `${publicUrl}${ownListingPath(listingId ?? '')}`,
  })
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
