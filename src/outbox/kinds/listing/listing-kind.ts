import type { ListingChange } from '#src/domain/change.ts'
import type { ListingChangeDraft } from '../change-draft.ts'
import type { ChangeKind } from '../change-kind.ts'
import { LISTING_READING } from './listing-answers.ts'
import { LISTING_BATCHES } from './listing-batches.ts'
import { LISTING_FORM } from './listing-form.ts'
import { LISTING_MERGING } from './listing-merging.ts'

/** An operator's decision about a listing, or the reason of a rejection. */
export const LISTING_KIND: ChangeKind<ListingChange, ListingChangeDraft> = {
  form: LISTING_FORM,
  merging: LISTING_MERGING,
  sending: {
    together: LISTING_BATCHES,
    requestOf(change) {
      const { entityId, action, baseVersion: version } = change
      const id = encodeURIComponent(entityId)
      if (action.kind === 'delete')
        return { method: 'DELETE', path: `/admin/property/${id}`, body: null, version }
      if (action.kind === 'reason') {
        const { kind: _, ...reason } = action
        return { method: 'PUT', path: `/admin/properties/${id}/reason`, body: reason, version }
      }
      const body = { status: action.to, reason: action.reason }
      return { method: 'PATCH', path: `/admin/properties/${id}/status`, body, version }
    },
  },
  reading: LISTING_READING,
}
