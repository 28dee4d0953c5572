// Deletes a person's rows. The list below must name every table, so a new table does not compile
// until it has an entry.

import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/database/schema.ts'
import { toLoanWords } from '#server/database/search-words.ts'

/**
 * For each table, the column with the id of the account whose rows are deleted; null for tables
 * whose rows are erased in another way, or not at all, as the comments explain.
 */
const OWN_ROWS: Readonly<Record<keyof Tables, string | null>> = {
  account_deletions: 'user_id',
  staff: 'user_id',
  sessions: 'user_id',
  configured_passwords: 'user_id',
  known_devices: 'user_id',
  links: 'account_id',
  email_changes: 'user_id',
  totp_secrets: 'user_id',
  recovery_codes: 'user_id',
  sign_in_challenges: 'user_id',
  passkeys: 'user_id',
  passkey_challenges: 'user_id',
  events: 'owner_id',
  import_media: 'owner_id',
  postings: 'owner_id',
  uploads: 'owner_id',
  media: 'owner_id',
  messages: 'user_id',
  push_subscriptions: 'user_id',
  api_keys: 'owner_id',
  imported_listings: 'owner_id',
  imports: 'owner_id',
  // The lane of what is sent to a person, or fetched for them. Others hold ids of webhooks and files.
  jobs: 'lane',
  receipts: 'user_id',
  member_words: 'id',
  // Emptied, not deleted: other rows refer to the account's id.
  users: null,
  // Deleted by e-mail address, each registration with its codes.
  registrations: null,
  codes: null,
  // Deleted one by one with their search text and rejection reason. Each leaves a tombstone.
  listings: null,
  removed_listings: null,
  listing_words: null,
  listing_reasons: null,
  // Deleted with those that the person sent without signing in (server/grievances).
  grievances: null,
  // Deleted with the listings (server/listing-views).
  listing_viewers: null,
  listing_views: null,
  // Deleted with their photo.
  photo_bands: null,
  // Deleted with their import.
  import_chunks: null,
  // Remain under a random id.
  transactions: null,
  loans: null,
  loan_words: null,
  // Append only. Holds ids, and no names or addresses.
  audit_log: null,
  // Holds HMACs; server/limits/attempts-erasure-service.ts deletes those of the person.
  attempts: null,
  // Belong to the panel. Hold no personal data except the id of their creator.
  webhooks: null,
  // Hold no personal data.
  factor_rules: null,
  push_keys: null,
  rejection_reasons: null,
  rejection_rule: null,
  revisions: null,
  ended_epochs: null,
  schedules: null,
  restores: null,
  listing_totals: null,
  boost_days: null,
  user_totals: null,
  loan_totals: null,
  revenue_months: null,
}

export async function removeOwnRows(trx: Kysely<Tables>, userId: string): Promise<void> {
  for (const [table, column] of Object.entries(OWN_ROWS))
    if (column !== null)
      await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${userId}`.execute(trx)
}

/**
 * Deletes invitations to this e-mail address, and requests to change the address of an account to this one. Keeps the
 * links of existing accounts with this address: the person may have a second account in the other role.
 */
export async function removeRowsOfAddress(trx: Kysely<Tables>, email: string): Promise<void> {
  const accounts = trx.selectFrom('users').select('id').where('email', '=', email)
  await trx
    .deleteFrom('links')
    .where('email', '=', email)
    .where('account_id', 'not in', accounts)
    .execute()
  await trx.deleteFrom('email_changes').where('email', '=', email).execute()
}

/** Includes expired registrations. */
export async function listRegistrationIds(trx: Kysely<Tables>, email: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('registrations')
    .select('id')
    .where('email', '=', email)
    .execute()
  return rows.map(({ id }) => id)
}

export async function removeInviter(trx: Kysely<Tables>, userId: string): Promise<void> {
  await trx
    .updateTable('links')
    .set({ invited_by: null })
    .where('invited_by', '=', userId)
    .execute()
}

/** Whether any account, listing or withdrawn listing uses a picture or video with this URL. */
export async function isMediaUsed(trx: Kysely<Tables>, url: string): Promise<boolean> {
  const listing = await trx
    .selectFrom('listings')
    .select('id')
    .where((eb) => eb.or([eb('video_url', '=', url), eb('poster_url', '=', url)]))
    .limit(1)
    .executeTakeFirst()
  const withdrawn = await trx
    .selectFrom('postings')
    .select('id')
    .where((eb) => eb.or([eb('held_video_url', '=', url), eb('held_poster_url', '=', url)]))
    .limit(1)
    .executeTakeFirst()
  const person = await trx
    .selectFrom('users')
    .select('id')
    .where('picture_url', '=', url)
    .limit(1)
    .executeTakeFirst()
  return [listing, withdrawn, person].some((row) => row !== undefined)
}

/**
 * Replaces the person's id in payments and loans by one random id, so that both can still be
 * counted by person. Removes the loans' PANs and search texts.
 */
export async function moveMoneyToRandomId(trx: Kysely<Tables>, userId: string): Promise<void> {
  const loans = trx.selectFrom('loans').select('id').where('user_id', '=', userId)
  const loan = await loans.limit(1).executeTakeFirst()
  const payment = await trx
    .selectFrom('transactions')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  if (!loan && !payment) return
  const text = toLoanWords({ fullName: null, phoneNumber: null })
  await trx.updateTable('loan_words').set({ text }).where('id', 'in', loans).execute()
  const id = randomBytes(12).toString('hex')
  await trx
    .insertInto('users')
    .values({ ...emptyAccount(), id, role: 'user' })
    .execute()
  await trx
    .updateTable('loans')
    .set({ user_id: id, pan_number: null, pan_sealed: null })
    .where('user_id', '=', userId)
    .execute()
  await trx.updateTable('transactions').set({ user_id: id }).where('user_id', '=', userId).execute()
}

/** Keeps only the id, which audit entries refer to, and the role. */
export async function emptyUser(trx: Kysely<Tables>, userId: string): Promise<void> {
  await trx.updateTable('users').set(emptyAccount()).where('id', '=', userId).execute()
}

/**
 * The values of an erased account. The creation time is the same for all: the time of the erasure would
 * show which random id replaced which person.
 */
function emptyAccount() {
  return {
    full_name: null,
    // Unique, and not an address that anybody could enter.
    email: `erased:${randomBytes(12).toString('hex')}`,
    phone_number: null,
    picture_url: null,
    verified: 0,
    password_hash: null,
    has_short_password: 0,
    adult_stated_at: null,
    consent_policy: null,
    created_at: '1970-01-01T00:00:00.000Z',
    is_erased: 1,
  }
}
