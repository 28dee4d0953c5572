import { type RawBuilder, sql } from 'kysely'
import {
  type ExportedTables,
  INTERNAL,
  leaveOut,
  NO_PERSON,
  OWN_ID,
  ofUser,
  SEARCH,
  SUMS,
} from './exported-table.ts'

// Payments, loans and the audit log, and the tables derived from records.

export const RECORD_TABLES = {
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
  grievances: {
    file: 'grievances.json',
    says: 'Your grievances and their answers; also those that were sent with your e-mail address by somebody who was not signed in.',
    isOf: (userId) => sql`id in (${ofSender(userId)})`,
    key: ['id'],
    columns: {
      id: 'id',
      number: 'number',
      user_id: OWN_ID,
      kind: 'about',
      listing: 'listing',
      name: 'name',
      email: 'email',
      phone_number: 'phoneNumber',
      text: 'text',
      created_at: 'createdAt',
      due_at: 'dueAt',
      answer: 'reply',
      answered_at: 'repliedAt',
      answered_by: 'repliedBy',
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
      version: INTERNAL,
      expires_at: 'rememberedUntil',
    },
  },
  audit_log: {
    file: 'activity.json',
    says: 'The log: what you did, and what was done to your account, your listings, your loan applications and your grievances. Other people are named by their ids only.',
    isOf: concerns,
    key: ['id'],
    columns: {
      id: 'id',
      at: 'at',
      actor_id: 'actorId',
      device_label: {
        name: 'device',
        // Leaves out the device of another person, because it is that person's data.
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
  jobs: leaveOut('What is about to be sent, fetched or deleted: ids only.'),
  schedules: NO_PERSON,
  restores: NO_PERSON,
  listing_words: SEARCH,
  member_words: SEARCH,
  loan_words: SEARCH,
  listing_totals: SUMS,
  boost_days: SUMS,
  user_totals: SUMS,
  loan_totals: SUMS,
  revenue_months: SUMS,
} satisfies Partial<ExportedTables>

function ofSender(userId: string): RawBuilder<unknown> {
  return sql`select id from grievances where user_id = ${userId}
    union select grievances.id from grievances inner join users on users.email = grievances.email
      where users.id = ${userId} and grievances.user_id is null`
}

/** A union of indexed reads: with `or`, SQLite and PostgreSQL would read the whole log. */
function concerns(userId: string): RawBuilder<unknown> {
  return sql`id in (
    select id from audit_log where actor_id = ${userId}
    union select id from audit_log where entity = 'account' and entity_id = ${userId}
    union select id from audit_log where entity = 'listing'
      and entity_id in (select id from listings where owner_id = ${userId}
        union select id from postings where owner_id = ${userId})
    union select id from audit_log where entity = 'loan'
      and entity_id in (select id from loans where user_id = ${userId})
    union select id from audit_log where entity = 'grievance'
      and entity_id in (${ofSender(userId)}))`
}
