import type { ListingChange } from '#src/domain/change.ts'
import { LISTING_STATUSES } from '#src/domain/listing/listing.ts'
import type { ListingChangeDraft } from '../change-draft.ts'
import type { StoredForm } from '../change-kind.ts'
import { isCount, isFlag, isName, isOneOf, isRow, isText, orNull } from '../field-checks.ts'

const isStatus = isOneOf(LISTING_STATUSES)

export const LISTING_FORM: StoredForm<ListingChange, ListingChangeDraft> = {
  checks: {
    action: isListingAction,
    origin: isOneOf(['board', 'table']),
    from: isStatus,
    baseVersion: orNull(isCount),
    batch: (value) => value === undefined || isBatch(value),
  },
  begin(fresh, { entity, entityId, action, origin, from, baseVersion, batch }) {
    return {
      ...fresh,
      entity,
      entityId,
      action,
      origin,
      from,
      baseVersion,
      ...(batch && { batch }),
    }
  },
}

function isListingAction(action: unknown): boolean {
  if (!isRow(action)) return false
  const { kind, to, reason, changeKey } = action
  if (kind === 'status') return isStatus(to) && (reason === undefined || isReason(reason))
  return kind === 'delete' || (kind === 'reason' && isName(changeKey) && isReason(action))
}

function isBatch(batch: unknown): boolean {
  return isRow(batch) && isName(batch['id']) && isCount(batch['count'])
}

function isReason(reason: unknown): boolean {
  if (!isRow(reason)) return false
  const { code, note, changesNeeded } = reason
  return isName(code) && isText(note) && isFlag(changesNeeded)
}
