// Sends due messages: puts each message into the inbox, and queues its mail and a notification for each device. The key
// of these jobs is the message, their lane its recipient.

import type { Kysely } from 'kysely'
import type { AppDeps } from '#server/platform/app-env.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import type { BackOff, Job, JobKind } from '#server/platform/jobs/job-kind-service.ts'
import { addJobs } from '#server/platform/jobs/job-queue-service.ts'
import type { OutboundClient } from '#server/platform/outbound/outbound-service.ts'
import { ownListingPath } from '#src/config/paths.ts'
import { composeDecisionMail } from './decision-mail.ts'
import { composeDelayMail } from './delay-mail.ts'
import { composeGrievanceMail } from './grievance-mail.ts'
import {
  type DueMessage,
  findInboxRow,
  findRecipientEmail,
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

const LEAVING_AT_ONCE = 100 // due messages per transaction

export interface DeliveryDeps
  extends Pick<AppDeps, 'db' | 'clock' | 'mailer' | 'publicUrl' | 'appSecret' | 'log'> {
  outbound: OutboundClient
}

const DELIVERY = {
  limitMs: 5 * 60_000, // longer than any delivery takes: each has its own timeout
  everyMs: 2_000,
  backOff: {
    firstMs: 60_000,
    growth: 2,
    longestMs: 3_600_000, // after an outage, queued mails are sent within the hour
    givenUpAfterMs: 24 * 3_600_000, // an older message would confuse a seller
  } satisfies BackOff,
} as const

/** Sends mails, one at a time to each person. */
export function makeMailKind(deps: DeliveryDeps): JobKind {
  return {
    name: 'mails',
    lanes: 4, // mail servers accept a few connections
    ...DELIVERY,
    async run(job, { settle }) {
      if (!(await sendMail(deps, job)))
        await settle({ isDone: false, failed: 'The mail server did not accept it.' })
    },
  }
}

/** Sends notifications, one at a time to each person. */
export function makeNotificationKind(deps: DeliveryDeps): JobKind {
  return {
    name: 'notifications',
    lanes: 128, // a hanging device occupies its lane for 15 seconds, and then waits a minute
    ...DELIVERY,
    async run(job, { settle }) {
      if (!(await notify(deps, job)))
        await settle({ isDone: false, failed: 'The push service did not accept it.' })
    },
  }
}

/**
 * Puts due messages into the inbox and queues their jobs. Calls no other server, so that a message is in the app in time
 * whatever the mail server does. Several processes may run it at once.
 */
export async function releaseDueMessages(
  deps: Pick<DeliveryDeps, 'db' | 'clock' | 'mailer' | 'publicUrl'>,
  isStopping: () => boolean,
): Promise<void> {
  const { db } = deps
  const now = deps.clock()
  const at = now.toISOString()
  // Check with a read first, so that an idle server does not take the writer lock.
  while (!isStopping() && (await listDueMessages(db, at, 1)).length > 0)
    await db.transaction().execute(async (trx) => {
      for (const due of await listDueMessages(trx, at, LEAVING_AT_ONCE)) {
        await setMessage(trx, due.id, { left_at: at })
        await queueDeliveries(trx, deps, due, now)
      }
    })
}

/** A message in words for the team; null if it is deleted. */
export async function nameMessage(db: Kysely<Tables>, id: string): Promise<string | null> {
  const message = await findInboxRow(db, id)
  if (!message) return null
  const subject = composeMail(message, '')?.subject
  return [subject, message.title].filter(Boolean).join(': ')
}

async function queueDeliveries(
  trx: Kysely<Tables>,
  { mailer, publicUrl }: Pick<DeliveryDeps, 'mailer' | 'publicUrl'>,
  { id: key, userId, grievanceId, isAboutListing }: DueMessage,
  now: Date,
): Promise<void> {
  const lane = userId ?? grievanceId
  if (lane === null) return
  if (mailer.isConfigured) await addJobs(trx, 'mails', [{ lane, key }], now)
  // A notification says that there is news about a listing.
  if (userId === null || !isAboutListing || !isPushAvailable(publicUrl)) return
  const devices = await listSubscriptionIds(trx, userId, now.toISOString())
  const jobs = devices.map((device) => ({ lane, key, payload: { device } }))
  await addJobs(trx, 'notifications', jobs, now)
}

/** Returns false if the mail has to be tried again. Without a message or a recipient, there is nothing to send. */
async function sendMail(
  { db, mailer, publicUrl }: DeliveryDeps,
  { key: id }: Job,
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
  return senderEmail ?? (userId === null ? undefined : await findRecipientEmail(db, userId))
}

function composeMail(message: InboxRow, publicUrl: string) {
  const { status, title, sentence, note, changesNeeded, listingId } = message
  if (status === 'received' || status === 'answered') return composeGrievanceMail(message)
  const listingUrl = `${publicUrl}${ownListingPath(listingId ?? '')}`
  if (status === 'delayed')
    return composeDelayMail({
      title,
      by: message.expectedBy ?? '',
      at: message.decidedAt,
      listingUrl,
    })
  return composeDecisionMail({
    kind: decisionKindOf(status, changesNeeded),
    title,
    reason: sentence === null ? null : { sentence, note: note ?? '' },
    listingUrl,
  })
}

/** Returns false as `sendMail` does. */
async function notify(
  { db, clock, appSecret, outbound, publicUrl }: DeliveryDeps,
  { key: id, payload: { device = '' } }: Job,
): Promise<boolean> {
  const subscription = await findLiveSubscription(db, device, clock().toISOString())
  if (!subscription) return true
  const keys = await getPushKeys(db, appSecret)
  const sender = { outbound, keys, publicUrl }
  const outcome = await sendPush(sender, subscription, { kind: 'decision', id })
  if (outcome === 'gone') await removeSubscription(db, device)
  return outcome !== 'failed'
}
