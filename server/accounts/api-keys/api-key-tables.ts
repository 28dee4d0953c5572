import {
  leaveOut,
  OWN_ID,
  ofOwner,
  type PersonalTables,
} from '#server/platform/personal-tables/personal-table.ts'

export const API_KEY_TABLES = {
  api_keys: {
    erased: 'owner_id',
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
} satisfies Partial<PersonalTables>
