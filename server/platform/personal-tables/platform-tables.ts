import {
  INTERNAL,
  leaveTableOut,
  NO_PERSON,
  OWN_ID,
  ofUser,
  type PersonalTables,
} from './personal-table.ts'

/** What the server keeps for its own work. */
export const PLATFORM_TABLES = {
  receipts: {
    erased: 'user_id',
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
  // Holds HMACs; server/platform/limits/attempts-erasure-service.ts deletes those of the person.
  attempts: leaveTableOut(
    'Keyed hashes, deleted after a day, from which nobody can be found.',
    null,
  ),
  // The lane of what is sent to a person, or fetched for them. Others hold ids of webhooks and files.
  jobs: leaveTableOut('What is about to be sent, fetched or deleted: ids only.', 'lane'),
  schedules: NO_PERSON,
  revisions: NO_PERSON,
  ended_epochs: NO_PERSON,
  restores: NO_PERSON,
} satisfies Partial<PersonalTables>
