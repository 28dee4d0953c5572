import {
  OWN_ID,
  ofOwner,
  type PersonalTables,
} from '#server/platform/personal-tables/personal-table.ts'

export const EVENT_TABLES = {
  events: {
    erased: 'owner_id',
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
} satisfies Partial<PersonalTables>
