// More than 250 lines, because it is one list: for each table and column, what the export of personal
// data calls it, or why it is left out. A table or column that is missing here does not compile.

import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { AppDeps } from '#server/app-env.ts'
import type { Tables } from '#server/database/schema.ts'
import { largestUrl } from '#src/domain/media/media-limits.ts'

/** Why a table or column is not in the export. */
export interface LeftOut {
  leftOut: string
}

/** Whose data is read, and by what. */
export interface ExportReader extends Pick<AppDeps, 'pans'> {
  userId: string
}

/** The name in the export; with `read`, its value differs from the stored one. */
interface Converted<Row> {
  name: string
  read: (row: Row, reader: ExportReader) => unknown
}

export type ExportedColumn<Row> = string | Converted<Row> | LeftOut

export interface ExportedTable<Row> {
  file: string
  /** What the file holds, for README.txt. */
  says: string
  isOf: (userId: string) => RawBuilder<unknown>
  /** A unique key. */
  key: readonly (keyof Row & string)[]
  columns: { readonly [Column in keyof Row]: ExportedColumn<Row> }
}

const SECRET = leaveOut('Proves who somebody is; only a hash or an encrypted form is stored.')
const INTERNAL = leaveOut('Serves only the work of the server.')
/** The id of the account is in account.json. */
const OWN_ID = leaveOut('The id of the account.')
const NO_PERSON = leaveOut('Names nobody.')
const SUMS = leaveOut('Sums over all records.')
const SEARCH = leaveOut('Copies of the records for the search.')

export const EXPORTED_TABLES: {
  readonly [Table in keyof Tables]: ExportedTable<Selectable<Tables[Table]>> | LeftOut
} = {
  users: {
    file: 'account.json',
    says: 'Your account: name, addresses, since when it exists, when you stated that you are of age, and the version of the policy that you consented to.',
    isOf: (userId) => sql`id = ${userId}`,
    key: ['id'],
    columns: {
      id: 'id',
      full_name: 'fullName',
      email: 'email',
      phone_number: 'phoneNumber',
      picture_url: 'picture',
      role: 'role',
      verified: { name: 'isVerified', read: ({ verified }) => verified === 1 },
      password_hash: SECRET,
      has_short_password: SECRET,
      adult_stated_at: 'adultStatedAt',
      consent_policy: 'consentPolicy',
      created_at: 'createdAt',
      is_erased: leaveOut('An erased account cannot ask for an export.'),
    },
  },
  passkeys: {
    file: 'passkeys.json',
    says: 'Your passkeys: the name that you gave them, and their times.',
    isOf: ofUser,
    key: ['id'],
    columns: {
      id: INTERNAL,
      user_id: OWN_ID,
      credential_id: SECRET,
      public_key: SECRET,
      counter: INTERNAL,
      transports: INTERNAL,
      is_backed_up: INTERNAL,
      name: 'name',
      created_at: 'createdAt',
      last_used_at: 'lastUsedAt',
    },
  },
  passkey_challenges: leaveOut('Only the hash of a random value that ends within minutes.'),
  factor_rules: NO_PERSON,
  account_deletions: {
    file: 'deletion.json',
    says: 'The deletion of your account, if it was requested: since when and until when you can keep it.',
    isOf: ofUser,
    key: ['user_id'],
    columns: {
      user_id: OWN_ID,
      requested_at: 'requestedAt',
      due_at: 'dueAt',
      is_consent_withdrawn: {
        name: 'isConsentWithdrawn',
        read: (row) => row.is_consent_withdrawn === 1,
      },
    },
  },
  staff: {
    file: 'team.json',
    says: 'Your place on the team; empty for everyone who is not on it.',
    isOf: ofUser,
    key: ['user_id'],
    columns: {
      user_id: OWN_ID,
      role: 'role',
      suspended_at: 'suspendedAt',
      last_active_at: 'lastActiveAt',
    },
  },
  registrations: leaveOut('Becomes the account, or is deleted, before an export is possible.'),
  codes: leaveOut('Belongs to registrations; only a keyed hash is stored.'),
  sessions: {
    file: 'sessions.json',
    says: 'Your sign-ins: device, part of the network, times.',
    isOf: ofUser,
    key: ['token_hash'],
    columns: {
      token_hash: SECRET,
      user_id: OWN_ID,
      device_label: 'device',
      network: 'network',
      created_at: 'signedInAt',
      expires_at: 'expiresAt',
      last_seen_at: 'lastSeenAt',
      confirmed_at: 'confirmedAt',
      revoked_at: 'endedAt',
      replaced_by: 'replacedBy',
    },
  },
  known_devices: {
    file: 'known-devices.json',
    says: 'The marks of devices that you signed in on: until when each is remembered.',
    isOf: ofUser,
    key: ['token_hash'],
    columns: { token_hash: SECRET, user_id: OWN_ID, expires_at: 'rememberedUntil' },
  },
  configured_passwords: leaveOut('Only the hash of a password.'),
  links: {
    file: 'links.json',
    says: 'Links that were sent to you, to join the team or to set a password: kind and times.',
    isOf: (userId) => sql`account_id = ${userId}`,
    key: ['token_hash'],
    columns: {
      token_hash: SECRET,
      kind: 'kind',
      account_id: OWN_ID,
      email: 'email',
      role: 'role',
      invited_by: 'invitedBy',
      created_at: 'createdAt',
      expires_at: 'expiresAt',
      ended_at: 'endedAt',
      end_reason: 'endReason',
    },
  },
  email_changes: {
    file: 'email-change.json',
    says: 'A new e-mail address that waits for its code.',
    isOf: ofUser,
    key: ['user_id'],
    columns: {
      user_id: OWN_ID,
      id: INTERNAL,
      email: 'newEmail',
      mac: SECRET,
      wrong_tries: 'wrongTries',
      expires_at: 'expiresAt',
    },
  },
  totp_secrets: {
    file: 'second-factor.json',
    says: 'Two-step sign-in: since when it is on; empty while it is off.',
    isOf: ofUser,
    key: ['user_id'],
    columns: {
      user_id: OWN_ID,
      sealed: SECRET,
      confirmed_at: 'onSince',
      last_step: INTERNAL,
    },
  },
  recovery_codes: leaveOut('Only keyed hashes of the codes.'),
  sign_in_challenges: leaveOut('Only hashes, which are deleted after minutes.'),
  events: {
    file: 'events.json',
    says: 'Your events, with all that you wrote about them.',
    isOf: ofOwner,
    key: ['id'],
    columns: {
      id: 'id',
      owner_id: OWN_ID,
      body: { name: 'fields', read: ({ body }) => JSON.parse(body) },
      version: 'version',
      created_at: 'createdAt',
      updated_at: 'updatedAt',
    },
  },
  listings: {
    file: 'listings.json',
    says: 'Your listings.',
    isOf: ofOwner,
    key: ['id'],
    columns: {
      id: 'id',
      owner_id: OWN_ID,
      name: 'name',
      property_type: 'propertyType',
      sale_type: 'saleType',
      bhk: 'bhk',
      city: 'city',
      pincode: 'pincode',
      furnishing: 'furnishing',
      price_paise: 'pricePaise',
      rent_paise: 'rentPaise',
      status: 'status',
      video_url: 'video',
      poster_url: 'poster',
      starting_bid_paise: 'startingBidPaise',
      auction_ends_at: 'auctionEndsAt',
      boosted_until: 'boostedUntil',
      version: 'version',
      revision: INTERNAL,
      created_at: 'createdAt',
      updated_at: 'updatedAt',
    },
  },
  rejection_reasons: NO_PERSON,
  listing_reasons: {
    file: 'rejections.json',
    says: 'Why listings of yours are rejected.',
    isOf: (userId) => sql`listing_id in (select id from listings where owner_id = ${userId})`,
    key: ['listing_id'],
    columns: {
      listing_id: 'listingId',
      change_key: INTERNAL,
      code: 'reason',
      note: 'note',
      changes_needed: {
        name: 'changesNeeded',
        read: (row) => row.changes_needed === 1,
      },
      given_at: 'givenAt',
    },
  },
  postings: {
    file: 'listings-as-written.json',
    says: 'Your drafts and listings as you wrote them: what you entered last, what was submitted, reviewed and approved, with the times.',
    isOf: ofOwner,
    key: ['id'],
    columns: {
      id: 'id',
      owner_id: OWN_ID,
      version: 'version',
      seller_state: 'state',
      created_at: 'createdAt',
      updated_at: 'updatedAt',
      posted_at: 'postedAt',
      submitted_at: 'submittedAt',
      resubmitted_at: INTERNAL,
      decided_at: 'decidedAt',
      expires_at: 'expiresAt',
      reminded_at: 'remindedAt',
      held_version: INTERNAL,
      held_boosted_until: 'boostedUntil',
      held_video_url: 'video',
      held_poster_url: 'poster',
      place_key: INTERNAL,
      body: { name: 'written', read: ({ body }) => JSON.parse(body) },
      submitted: { name: 'submitted', read: ({ submitted }) => submitted && JSON.parse(submitted) },
      reviewed: { name: 'reviewed', read: ({ reviewed }) => reviewed && JSON.parse(reviewed) },
      live: { name: 'approved', read: ({ live }) => live && JSON.parse(live) },
    },
  },
  uploads: leaveOut('Files on their way to the server, for a day at most.'),
  media: {
    file: 'photos-and-videos.json',
    says: 'The photos and videos of your listings: where each can be downloaded, its size, and when it was uploaded.',
    isOf: ofOwner,
    key: ['id'],
    columns: {
      id: { name: 'address', read: ({ id, kind }) => largestUrl(kind, id) },
      owner_id: OWN_ID,
      posting_id: 'listing',
      kind: 'kind',
      created_at: 'uploadedAt',
      unused_since: 'unusedSince',
      width: 'width',
      height: 'height',
      duration_ms: 'durationMs',
      bytes: 'uploadedBytes',
      checksum: INTERNAL,
      perceptual_hash: INTERNAL,
      thumbhash: INTERNAL,
    },
  },
  photo_bands: leaveOut('Numbers computed from your photos, by which copies are found.'),
  messages: {
    file: 'messages.json',
    says: 'Messages about decisions on your listings, with the reason and the note of a rejection.',
    isOf: ofUser,
    key: ['id'],
    columns: {
      id: 'id',
      user_id: OWN_ID,
      listing_id: 'listingId',
      change_key: INTERNAL,
      status: 'decision',
      from_status: INTERNAL,
      title: 'title',
      decided_at: 'decidedAt',
      due_at: INTERNAL,
      left_at: 'sentAt',
      read_at: 'readAt',
      reason_code: 'reason',
      note: 'note',
      changes_needed: { name: 'changesNeeded', read: (row) => row.changes_needed === 1 },
    },
  },
  message_jobs: leaveOut('Deliveries of the messages that are waiting.'),
  push_subscriptions: {
    file: 'notified-devices.json',
    says: 'Your devices that show notifications: since when, and through which push service.',
    isOf: ofUser,
    key: ['id'],
    columns: {
      id: INTERNAL,
      user_id: OWN_ID,
      session_hash: SECRET,
      endpoint: { name: 'pushService', read: ({ endpoint }) => new URL(endpoint).host },
      p256dh: SECRET,
      auth: SECRET,
      created_at: 'since',
    },
  },
  media_removals: leaveOut('Files that are about to be deleted.'),
  push_keys: NO_PERSON,
  api_keys: {
    file: 'api-keys.json',
    says: 'The keys with which your site sends listings, without the keys themselves.',
    isOf: ofOwner,
    key: ['id'],
    columns: {
      id: 'id',
      key_hash: leaveOut('A hash of the key, which grants access.'),
      prefix: 'prefix',
      name: 'name',
      scopes: 'scopes',
      owner_id: OWN_ID,
      created_by: leaveOut('Another person, or yourself.'),
      created_at: 'createdAt',
      expires_at: 'expiresAt',
      last_used_at: 'lastUsedAt',
    },
  },
  imported_listings: {
    file: 'listings-of-your-site.json',
    says: 'The references of your site, and the listings that they stand for.',
    isOf: ofOwner,
    key: ['owner_id', 'reference'],
    columns: { owner_id: OWN_ID, reference: 'reference', listing_id: 'listingId' },
  },
  imports: {
    file: 'imported-files.json',
    says: 'Files of your listings that were imported in the last days: how many rows, with what result.',
    isOf: ofOwner,
    key: ['id'],
    columns: {
      id: 'id',
      file_name: 'fileName',
      state: 'state',
      columns: { name: 'columns', read: ({ columns }) => JSON.parse(columns) },
      mapping: INTERNAL,
      owner_id: OWN_ID,
      created_by: leaveOut('Another person, or yourself.'),
      device_label: leaveOut('The device of the person who imported the file.'),
      created_at: 'createdAt',
      finished_at: 'finishedAt',
      row_count: 'rows',
      next_chunk: INTERNAL,
      created: 'created',
      updated: 'updated',
      unchanged: 'unchanged',
      refused: 'refused',
      lease_holder: INTERNAL,
      leased_until: INTERNAL,
    },
  },
  import_chunks: leaveOut(
    'Rows of imported files, for some days; the listings made from them are exported.',
  ),
  webhooks: leaveOut('Addresses of other servers, which belong to the panel.'),
  webhook_deliveries: NO_PERSON,
  removed_listings: leaveOut('Ids of deleted listings, without their owners.'),
  transactions: {
    file: 'payments.json',
    says: 'Your payments.',
    isOf: ofUser,
    key: ['id'],
    columns: {
      id: 'id',
      user_id: OWN_ID,
      plan_type: 'planType',
      plan_category: 'planCategory',
      amount_paise: 'amountPaise',
      refunded_paise: 'refundedPaise',
      state: 'state',
      razorpay_payment_id: 'razorpayPaymentId',
      created_at: 'createdAt',
    },
  },
  loans: {
    file: 'loan-applications.json',
    says: 'Your loan applications, with the whole PAN.',
    isOf: ofUser,
    key: ['id'],
    columns: {
      id: 'id',
      user_id: OWN_ID,
      occupation_type: 'occupationType',
      income_paise: 'incomePaise',
      pan_number: leaveOut('Empty since PAN numbers are encrypted.'),
      pan_sealed: {
        name: 'panNumber',
        read: ({ id, pan_sealed: sealed }, { pans }) => sealed && pans.open(id, sealed),
      },
      created_at: 'createdAt',
    },
  },
  receipts: {
    file: 'sent-changes.json',
    says: 'Changes that your devices sent: each is remembered for a while, so that it is made once.',
    isOf: ofUser,
    key: ['user_id', 'key'],
    columns: {
      user_id: OWN_ID,
      key: 'key',
      request_hash: INTERNAL,
      entity_id: 'recordId',
      status: 'status',
      body: leaveOut('Repeats the record, which may be that of another person.'),
      etag: INTERNAL,
      expires_at: 'rememberedUntil',
    },
  },
  audit_log: {
    file: 'activity.json',
    says: 'The log: what you did, and what was done to your account, your listings and your loan applications. Other people are named by their ids only.',
    isOf: concerns,
    key: ['id'],
    columns: {
      id: 'id',
      at: 'at',
      actor_id: 'actorId',
      device_label: {
        name: 'device',
        // Another person's device is that person's data.
        read: ({ actor_id, device_label }, { userId }) =>
          actor_id === userId ? device_label : null,
      },
      action: 'action',
      entity: 'entity',
      entity_id: 'entityId',
      from_value: 'from',
      to_value: 'to',
      idempotency_key: INTERNAL,
      hash: INTERNAL,
    },
  },
  attempts: leaveOut('Keyed hashes, deleted after a day, from which nobody can be found.'),
  revisions: NO_PERSON,
  ended_epochs: NO_PERSON,
  jobs: NO_PERSON,
  listing_words: SEARCH,
  member_words: SEARCH,
  loan_words: SEARCH,
  listing_totals: SUMS,
  boost_days: SUMS,
  user_totals: SUMS,
  loan_totals: SUMS,
  revenue_months: SUMS,
}

function leaveOut(why: string): LeftOut {
  return { leftOut: why }
}

function ofUser(userId: string): RawBuilder<unknown> {
  return sql`user_id = ${userId}`
}

function ofOwner(userId: string): RawBuilder<unknown> {
  return sql`owner_id = ${userId}`
}

/** A union of indexed reads: with `or`, both databases would read the whole log. */
function concerns(userId: string): RawBuilder<unknown> {
  return sql`id in (
    select id from audit_log where actor_id = ${userId}
    union select id from audit_log where entity = 'account' and entity_id = ${userId}
    union select id from audit_log where entity = 'listing'
      and entity_id in (select id from listings where owner_id = ${userId}
        union select id from postings where owner_id = ${userId})
    union select id from audit_log where entity = 'loan'
      and entity_id in (select id from loans where user_id = ${userId}))`
}
