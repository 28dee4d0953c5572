import type { Kysely } from 'kysely'
import type { AppDeps } from '#server/app-env.ts'
import type { Tables } from '#server/database/schema.ts'
import { composeListingReminderMail } from '#server/mail/listing-reminder-mail.ts'
import { noteMediaUse } from '#server/media/listing-media-service.ts'
import { OWN_LISTINGS } from '#src/config/paths.ts'
import { LISTING_DAYS, REMINDER_DAY } from '#src/domain/posting/posting-state.ts'
import { DRAFT_DAYS } from '#src/domain/retention.ts'
import { displayName } from '#src/domain/text.ts'
import {
  expirePostings,
  forgetReminder,
  listUnreminded,
  noteReminder,
  removeUntouchedDrafts,
} from './posting-repository.ts'

const DAY_MS = 86_400_000
const REMINDERS_AT_ONCE = 100 // the next run sends the rest

type ReminderDeps = Pick<AppDeps, 'db' | 'mailer' | 'publicUrl'>

/** Finds the listings whose approval has ended, and marks them as expired. Returns their number. */
export function expireListings(db: Kysely<Tables>, now: Date): Promise<number> {
  return expirePostings(db, now.toISOString())
}

/**
 * Mails owners whose listing ends within a week, once for each approval or renewal. Records each
 * reminder before sending it, so that two processes do not both send it. The next run retries a mail
 * that the mail server did not accept. If the process is killed between the record and the mail, no
 * reminder is sent, which is better than two.
 */
export async function remindOwners(
  { db, mailer, publicUrl }: ReminderDeps,
  now: Date,
): Promise<void> {
  if (!mailer.isConfigured) return
  const until = new Date(now.getTime() + (LISTING_DAYS - REMINDER_DAY) * DAY_MS).toISOString()
  for (const ending of await listUnreminded(db, until, REMINDERS_AT_ONCE)) {
    if (ending.expiresAt === null) continue
    if (!(await noteReminder(db, ending, now.toISOString()))) continue
    const mail = composeListingReminderMail({
      title: displayName(ending.title),
      expiresAt: ending.expiresAt,
      listingsUrl: `${publicUrl}${OWN_LISTINGS}`,
    })
    if (!(await mailer.send(ending.email, mail))) await forgetReminder(db, ending)
  }
}

/** Deletes drafts that nobody has changed for a year. */
export async function forgetOldDrafts(db: Kysely<Tables>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - DRAFT_DAYS * DAY_MS).toISOString()
  await db.transaction().execute(async (trx) => {
    for (const id of await removeUntouchedDrafts(trx, before))
      await noteMediaUse(trx, id, null, now)
  })
}
