import type { ListingChange } from '#src/domain/change.ts'
import type { ChosenReason } from '#src/domain/listing/rejection-reason.ts'
import type { ListingChangeDraft } from '#src/outbox/kinds/change-draft.ts'

/** A rejection of this device, or of the server, that a reason explains. */
export type ExplainedRejection = Pick<ListingChange, 'key' | 'entityId' | 'entityName' | 'origin'>

/** The change that explains a rejection. */
export function explanationDraft(
  userId: string,
  { key, entityId, entityName, origin }: ExplainedRejection,
  reason: ChosenReason,
): ListingChangeDraft {
  return {
    entity: 'listing',
    userId,
    entityId,
    entityName,
    action: { kind: 'reason', changeKey: key, ...reason },
    origin,
    from: 'rejected',
    baseVersion: null,
    isKeyed: true,
  }
}
