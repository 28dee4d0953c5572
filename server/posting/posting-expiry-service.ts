import type { Kysely } from 'kysely'
import type { AppDeps } from '#server/app-env.ts'
import type { Tables } from '#server/database/schema.ts'
import { composeListingReminderMail } from '#server/mail/listing-reminder-mail.ts'
import { removeMediaOfListing } from '#server/media/listing-media-service.ts'
import { OWN_LISTINGS } from '#src/config/paths.ts'
import { LISTING_DAYS, REMINDER_DAY } from '#src/domain/posting/posting-state.ts'
import { DRAFT_DAYS } from '#src/domain/retention.ts'
import { displayName } from '#src/domain/text.ts'
import {
  type EndingPosting,
  expirePostings,
  forgetReminder,
  listUnreminded,
  noteReminder,
  removeUntouchedDrafts,
} from './posting-repository.ts'

const DAY_MS = 86_400_000
const REMINDERS_AT_ONCE = 100 // listings in one query

type ReminderDeps = Pick<AppDeps, 'db' | 'mailer' | 'publicUrl'> & { isStopping?: () => boolean }

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
export async function remindOwners(deps: ReminderDeps, now: Date): Promise<void> {
  const { db, mailer, isStopping } = deps
  if (!mailer.isConfigured) return
  const until = new Date(now.getTime() + (LISTING_DAYS - REMINDER_DAY) * DAY_MS).toISOString()
  let after = ''
  for (;;) {
    const some = await listUnreminded(db, until, { after, most: REMINDERS_AT_ONCE })
    for (const ending of some) {
      if (isStopping?.()) return
      after = ending.id
      await remind(deps, ending, now)
    }
    if (some.length < REMINDERS_AT_ONCE) return
  }
}

async function remind(
  { db, mailer, publicUrl }: ReminderDeps,
  ending: EndingPosting,
  now: Date,
): Promise<void> {
  const { title, email, expiresAt } = ending
  if (expiresAt === null) return
  if (!(await noteReminder(db, ending, now.toISOString()))) return
  const mail = composeListingReminderMail({
    title: displayName(title),
    expiresAt,
    listingsUrl: `${publicUrl}${OWN_LISTINGS}`,
  })
  if (!(await mailer.send(email, mail))) await forgetReminder(db, ending)
}

/** Deletes drafts that nobody has changed for a year. */
export async function forgetOldDrafts(db: Kysely<Tables>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - DRAFT_DAYS * DAY_MS).toISOString()
  await db.transaction().execute(async (trx) => {
    for (const id of await removeUntouchedDrafts(trx, before))
      await removeMediaOfListing(trx, id, now)
  })
}
