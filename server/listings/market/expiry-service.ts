import type { Kysely } from 'kysely'
import { findPosting } from '#server/listings/changes/listing-state-service.ts'
import { changeListing } from '#server/listings/changes/listing-writer-service.ts'
import {
  type EndingPosting,
  listEndedIds,
  listUnreminded,
  listUntouchedDraftIds,
} from '#server/listings/content/posting-repository.ts'
import type { AppDeps } from '#server/platform/app-env.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { OWN_LISTINGS } from '#src/config/paths.ts'
import { LISTING_DAYS, REMINDER_DAY } from '#src/domain/posting/posting-state.ts'
import { DRAFT_DAYS } from '#src/domain/retention.ts'
import { displayName } from '#src/domain/text.ts'
import { composeListingReminderMail } from './listing-reminder-mail.ts'

const DAY_MS = 86_400_000
const ENDED_AT_ONCE = 100 // listings in one transaction: other writers wait a tenth of a second
const REMINDERS_AT_ONCE = 100 // listings in one query

type ReminderDeps = Pick<AppDeps, 'db' | 'mailer' | 'publicUrl'> & { isStopping?: () => boolean }

/** Marks the listings whose approval has ended as expired. Returns their number. */
export async function expireListings(db: Kysely<Tables>, now: Date): Promise<number> {
  for (let ended = 0; ; ) {
    const some = await db.transaction().execute(async (trx) => {
      const ids = await listEndedIds(trx, now.toISOString(), ENDED_AT_ONCE)
      for (const id of ids)
        await changeListing(trx, id, { ...byServer(now), kind: 'expired', record: EXPIRED })
      return ids.length
    })
    ended += some
    if (some < ENDED_AT_ONCE) return ended
  }
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
  const at = now.toISOString()
  if (!(await noteReminder(db, ending, { from: null, to: at, now }))) return
  const mail = composeListingReminderMail({
    title: displayName(title),
    expiresAt,
    listingsUrl: `${publicUrl}${OWN_LISTINGS}`,
  })
  if (!(await mailer.send(email, mail))) await noteReminder(db, ending, { from: at, to: null, now })
}

/**
 * Records a reminder, or clears it when its mail was not accepted, so that the next run tries again. Returns false if another process has recorded it, or the listing was renewed
 * meanwhile.
 */
function noteReminder(
  db: Kysely<Tables>,
  { id, expiresAt }: Pick<EndingPosting, 'id' | 'expiresAt'>,
  { from, to, now }: { from: string | null; to: string | null; now: Date },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const posting = await findPosting(trx, id)
    if (posting?.expires_at !== expiresAt || posting.reminded_at !== from) return false
    await changeListing(trx, id, {
      ...byServer(now),
      kind: 'reminded',
      record: { reminded_at: to },
    })
    return true
  })
}

/** Deletes drafts that nobody has changed for a year. */
export async function forgetOldDrafts(db: Kysely<Tables>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - DRAFT_DAYS * DAY_MS).toISOString()
  await db.transaction().execute(async (trx) => {
    for (const id of await listUntouchedDraftIds(trx, before))
      await changeListing(trx, id, { ...byServer(now), kind: 'forgotten', record: null })
  })
}

const EXPIRED = { seller_state: 'expired' } as const

function byServer(now: Date) {
  return { by: null, now }
}
