import {
  CHANGE_FORMAT,
  CHANGE_STATES,
  type Change,
  type ListingChange,
} from '#src/domain/change.ts'
import {
  type Check,
  type FieldChecks,
  hasAll,
  isCount,
  isFlag,
  isName,
  isOneOf,
  isRow,
  isText,
  orNull,
} from '#src/outbox/kinds/field-checks.ts'
import { findKind } from '#src/outbox/kinds/kinds.ts'

// Stored changes outlive builds. Rows of an earlier build are upcast. Rows of a later build and damaged rows stay in
// the store, unread and unsent, and do not block the others.

/** A change in the format of the first build, in which every change was about a listing. */
type FirstFormat = Omit<ListingChange, 'entity' | 'entityId' | 'entityName' | 'isKeyed'> & {
  listingId: string
  listingName: string | null
}

/** Converts a stored row to this build's format; null when a later build wrote it, or it is damaged. */
export function readStored(stored: Change): Change | null {
  if (!(stored.format <= CHANGE_FORMAT)) return null // also true for a row without a format number
  const change = upcast(stored)
  return isWholeChange(change) ? change : null
}

function upcast(stored: Change): Change {
  // Formats 3 to 5 added reasons, rejections with their reason, and batches: rows of format 2 and later need no conversion.
  if (stored.format > 1) return { ...stored, format: CHANGE_FORMAT }
  const { listingId, listingName, ...rest } = stored as unknown as FirstFormat // the first build's shape
  return {
    ...rest,
    format: CHANGE_FORMAT,
    entity: 'listing',
    entityId: listingId,
    entityName: listingName,
    isKeyed: rest.baseVersion !== null,
  }
}

const isError: Check = (value) => isRow(value) && isText(value['message'])

/** The fields that a stored row of every kind has. */
const COMMON: FieldChecks = {
  seq: isCount,
  key: isName,
  userId: isName,
  entityId: isName,
  entityName: orNull(isText),
  isKeyed: isFlag,
  state: isOneOf(CHANGE_STATES),
  tries: isCount,
  notBefore: isCount,
  fence: isCount,
  leasedUntil: isCount,
  lastError: orNull(isError),
  conflict: orNull(isRow),
  ackedAs: orNull(isCount),
  ackedVersion: orNull(isCount),
  queuedAt: isCount,
}

/**
 * Whether a row has every field that drains and screens rely on. `change` has this build's format number; its content is
 * unchecked.
 */
function isWholeChange(change: unknown): boolean {
  if (!isRow(change) || !hasAll(change, COMMON)) return false
  const kind = findKind(change['entity'])
  return kind !== null && hasAll(change, kind.form.checks)
}
