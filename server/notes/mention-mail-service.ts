// Mails about mentions, for people who wish them: at most one an hour, with all that is unread then. The lane and the key of
// these jobs are the person. What a mail may say is decided when it is sent, by the rights of that moment.

import type { Kysely } from 'kysely'
import type { AppDeps } from '#server/platform/app-env.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import type { Job, JobKind, JobRun } from '#server/platform/jobs/job-kind-service.ts'
import { addJobs, isAnyWaiting } from '#server/platform/jobs/job-queue-service.ts'
import { notePath, sectionPath } from '#src/config/paths.ts'
import { composeMentionMail, type MailedMention } from './mention-mail.ts'
import {
  findMailWish,
  findRecipient,
  listMailWishes,
  setMailSent,
  setMailWish,
} from './mention-mail-repository.ts'
import { countUnreadMentions, type InboxMentionRow, listInboxRows } from './mention-repository.ts'
import { kindsSeenBy } from './mention-service.ts'

const KIND = 'mention-mails'
const MINUTE_MS = 60_000
/** Somebody who has the panel open reads it there first. */
export const MAIL_WAIT_MS = 5 * MINUTE_MS
export const MAIL_GAP_MS = 60 * MINUTE_MS
export const MOST_MAILED = 20 // mentions in a mail; more are a number and a link

type MailDeps = Pick<AppDeps, 'db' | 'clock' | 'mailer' | 'publicUrl'>

/** Queues one mail for each of the people who wishes mails, unless one waits already. In the transaction of the mentions. */
export async function queueMentionMails(
  trx: Kysely<Tables>,
  personIds: readonly string[],
  now: Date,
): Promise<void> {
  if (personIds.length === 0) return
  const dueAt = new Date(now.getTime() + MAIL_WAIT_MS)
  for (const { person_id: lane } of await listMailWishes(trx, personIds))
    if (!(await isAnyWaiting(trx, { kind: KIND, lane }, now)))
      await addJobs(trx, KIND, [{ lane, key: lane, dueAt }], now)
}

/** Whether the person is mailed, and whether this server can. */
export async function readMailWish({ db, mailer }: Pick<MailDeps, 'db' | 'mailer'>, id: string) {
  const wish = await findMailWish(db, id)
  return { isOn: wish?.is_on === 1, isAvailable: mailer.isConfigured }
}

/** @throws ServerError 409 on a server that sends no mails */
export async function changeMailWish(
  trx: Kysely<Tables>,
  { mailer }: Pick<MailDeps, 'mailer'>,
  { personId, isOn }: { personId: string; isOn: boolean },
): Promise<void> {
  if (isOn && !mailer.isConfigured)
    throw new ServerError(
      409,
      'no-mail',
      'This server sends no mails. Your mentions are in the inbox; its operator can set up a mail server.',
    )
  await setMailWish(trx, personId, isOn)
}

/** Sends the mails, one at a time to each person. */
export function makeMentionMailKind(deps: MailDeps): JobKind {
  return {
    name: KIND,
    lanes: 4, // mail servers accept a few connections
    limitMs: 5 * MINUTE_MS, // longer than a mail takes, which has its own timeout
    everyMs: 10_000,
    backOff: {
      firstMs: MINUTE_MS,
      growth: 2,
      longestMs: MAIL_GAP_MS,
      givenUpAfterMs: 24 * 60 * MINUTE_MS, // the inbox has what a mail of yesterday would say
    },
    run: (job, run) => sendMentionMail(deps, job, run),
  }
}

async function sendMentionMail(
  deps: MailDeps,
  { id, lane: personId }: Job,
  { settle }: JobRun,
): Promise<void> {
  const { db, mailer, publicUrl } = deps
  // What arrives from here on is for the next mail.
  const now = deps.clock()
  const wish = await findMailWish(db, personId)
  if (wish?.is_on !== 1 || !mailer.isConfigured) return
  const dueAt = new Date(wish.sent_at === null ? 0 : Date.parse(wish.sent_at) + MAIL_GAP_MS)
  // A mail left less than an hour ago: this one waits until the hour is over.
  if (dueAt > now) {
    await settle({ isDone: true }, (trx) =>
      addJobs(trx, KIND, [{ lane: personId, key: personId, dueAt }], now),
    )
    return
  }
  const mail = await findMail(deps, personId, wish.sent_at)
  if (!mail) return
  const messageId = `<${id}@${new URL(publicUrl).hostname}>`
  if (await mailer.send(mail.email, { ...mail.content, messageId }))
    await settle({ isDone: true }, (trx) => setMailSent(trx, personId, now.toISOString()))
  else await settle({ isDone: false, failed: 'The mail server did not accept it.' })
}

/** Null without anything new since the last mail, and for somebody who may not sign in. */
async function findMail({ db, publicUrl }: MailDeps, personId: string, sentAt: string | null) {
  const recipient = await findRecipient(db, personId)
  if (!recipient) return null
  const reader = { personId, kinds: kindsSeenBy(recipient.role) }
  const rows = await listInboxRows(db, reader, { after: null, most: MOST_MAILED, isUnread: true })
  if (!rows.some(({ at }) => sentAt === null || at >= sentAt)) return null
  const content = composeMentionMail({
    mentions: rows.map((row) => toMailed(row, publicUrl)),
    unread: await countUnreadMentions(db, reader),
    inboxUrl: `${publicUrl}${sectionPath('inbox')}`,
    accountUrl: `${publicUrl}${sectionPath('account')}`,
  })
  return { email: recipient.email, content }
}

function toMailed(row: InboxMentionRow, publicUrl: string): MailedMention {
  const { noteId, listingId, memberId, listingTitle, memberName, authorId, author } = row
  const about = listingId === null ? 'member' : 'listing'
  return {
    author: authorId === null ? 'A former colleague' : (author ?? 'A colleague'),
    about,
    title: (about === 'listing' ? listingTitle : memberName) ?? 'without a name',
    url: `${publicUrl}${notePath({ kind: about, id: listingId ?? memberId ?? '' }, noteId)}`,
  }
}
