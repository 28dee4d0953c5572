import {
  CHANGE_FORMAT,
  CHANGE_STATES,
  type Change,
  type ListingChange,
} from '#src/domain/change.ts'
import { EVENT_FIELD_NAMES } from '#src/domain/event/market-event.ts'
import { LISTING_STATUSES } from '#src/domain/listing/listing.ts'

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
  // Format 3 added reasons, and format 4 rejections with their reason: rows of formats 2 and 3 need no conversion.
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

// Checks that a stored row has every field that drains and screens rely on. Handwritten instead of a schema, for speed:
// every decision reads a queue of up to a thousand changes.

type Row = Readonly<Record<string, unknown>>
type Check = (value: unknown) => boolean

const isText: Check = (value) => typeof value === 'string'
const isCount: Check = (value) => typeof value === 'number' && !Number.isNaN(value)
const isFlag: Check = (value) => typeof value === 'boolean'
const isName: Check = (value) => isText(value) && value !== ''
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value)
const isOneOf =
  (words: readonly string[]): Check =>
  (value) =>
    words.some((word) => word === value)
const isStatus = isOneOf(LISTING_STATUSES)
const isError: Check = (value) => isRow(value) && isText(value['message'])

const COMMON: Readonly<Record<string, Check>> = {
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

const LISTING: Readonly<Record<string, Check>> = {
  action: isListingAction,
  origin: isOneOf(['board', 'table']),
  from: isStatus,
  baseVersion: orNull(isCount),
}

const EVENT: Readonly<Record<string, Check>> = {
  action: isEventAction,
  earlier: (value) => Array.isArray(value) && value.every(isEventAction),
  ackedResult: orNull(isRow),
}

/** `change` has this build's format number; its content is unchecked. */
function isWholeChange(change: unknown): boolean {
  if (!isRow(change) || !hasAll(change, COMMON)) return false
  if (change['entity'] === 'listing') return hasAll(change, LISTING)
  return change['entity'] === 'event' && hasAll(change, EVENT)
}

function hasAll(row: Row, checks: Readonly<Record<string, Check>>): boolean {
  return Object.entries(checks).every(([name, check]) => check(row[name]))
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isListingAction(action: unknown): boolean {
  if (!isRow(action)) return false
  const { kind, to, reason, changeKey } = action
  if (kind === 'status') return isStatus(to) && (reason === undefined || isReason(reason))
  return kind === 'delete' || (kind === 'reason' && isName(changeKey) && isReason(action))
}

function isReason(reason: unknown): boolean {
  if (!isRow(reason)) return false
  const { code, note, changesNeeded } = reason
  return isName(code) && isText(note) && isFlag(changesNeeded)
}

function isEventAction(action: unknown): boolean {
  if (!isRow(action)) return false
  const { kind, fields, twins, patch } = action
  if (kind === 'create') return hasFields(fields) && orNull(areNames)(twins)
  if (kind === 'update')
    return isRow(patch) && EVENT_FIELD_NAMES.every((name) => isPart(patch, name))
  return kind === 'delete'
}

function hasFields(fields: unknown): boolean {
  return isRow(fields) && EVENT_FIELD_NAMES.every((name) => orNull(isText)(fields[name]))
}

function isPart(patch: Row, name: string): boolean {
  return patch[name] === undefined || orNull(isText)(patch[name])
}

function areNames(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText)
}
