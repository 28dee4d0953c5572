import type { Eraser } from '#server/personal-tables/personal-table.ts'
import {
  INTERNAL,
  OWN_ID,
  ofOwner,
  type PersonalTables,
} from '#server/personal-tables/personal-table.ts'
import { listHeldMedia } from './posting-decision-service.ts'

export const POSTING_TABLES = {
  postings: {
    erased: 'owner_id',
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
} satisfies Partial<PersonalTables>

export const eraseHeldFiles: Eraser = (trx, { account }) => listHeldMedia(trx, account.id)
