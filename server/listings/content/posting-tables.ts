import {
  INTERNAL,
  OWN_ID,
  ofOwner,
  type PersonalTables,
} from '#server/platform/personal-tables/personal-table.ts'

export const POSTING_TABLES = {
  postings: {
    // Deleted one by one with their published form (server/listings).
    erased: null,
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
      published_version: INTERNAL,
      boosted_until: 'boostedUntil',
      video_url: 'video',
      poster_url: 'poster',
      is_from_before: INTERNAL,
      place_key: INTERNAL,
      body: { name: 'written', read: ({ body }) => JSON.parse(body) },
      submitted: { name: 'submitted', read: ({ submitted }) => submitted && JSON.parse(submitted) },
      reviewed: { name: 'reviewed', read: ({ reviewed }) => reviewed && JSON.parse(reviewed) },
      live: { name: 'approved', read: ({ live }) => live && JSON.parse(live) },
    },
  },
} satisfies Partial<PersonalTables>
