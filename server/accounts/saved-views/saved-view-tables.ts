import {
  INTERNAL,
  OWN_ID,
  ofUser,
  type PersonalTables,
} from '#server/platform/personal-tables/personal-table.ts'

export const SAVED_VIEW_TABLES = {
  saved_views: {
    // A shared view ends with the account of its maker, whose words it has.
    erased: 'user_id',
    file: 'saved-views.json',
    says: 'The views of lists that you saved: names, filters, columns.',
    isOf: ofUser,
    key: ['id'],
    columns: {
      id: 'id',
      user_id: OWN_ID,
      list: 'list',
      name: 'name',
      query: 'query',
      columns: 'columns',
      is_shared: { name: 'isShared', read: (row) => row.is_shared === 1 },
      version: INTERNAL,
      updated_at: 'updatedAt',
    },
  },
  saved_view_layers: {
    erased: 'user_id',
    file: 'saved-view-layers.json',
    says: 'Your own filters and columns over saved views, and which view opens first.',
    isOf: ofUser,
    key: ['user_id', 'view_id'],
    columns: {
      user_id: OWN_ID,
      view_id: 'viewId',
      query: 'query',
      columns: 'columns',
      is_start: { name: 'isStart', read: (row) => row.is_start === 1 },
      version: INTERNAL,
      updated_at: 'updatedAt',
    },
  },
} satisfies Partial<PersonalTables>
