import { EMPTY_DRAFT } from '#src/domain/posting/posting-draft.ts'
import { ok } from '#tests/support/scripted-answers.ts'

/** The server's answer to each save of a listing. */
export const savedPosting = (id: string) =>
  ok({
    id,
    version: 1,
    state: 'draft',
    label: 'Draft',
    isLive: false,
    hasChanges: false,
    actions: ['edit', 'submit', 'delete'],
    queuePlace: null,
    expectedBy: null,
    expiresAt: null,
    reason: null,
    draft: EMPTY_DRAFT,
    files: [],
  })
