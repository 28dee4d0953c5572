import { CHANGE_FORMAT, type Change } from '#src/domain/change.ts'
import { formatDateTime, toIndianInput } from '#src/domain/dates.ts'
import { actionLabel } from '#src/outbox/discard-messages.ts'
import { findTrouble } from '#src/outbox/trouble-messages.ts'
import { type ListedChange, listOpenChanges, orderMessage, stateLabel } from './change-messages.ts'

// The outbox as a file, for the person and for a support person. It holds the changes of one person, and never a token:
// changes contain none.

const FILE_FORMAT = 1 // increment it when the shape of the file changes

export interface OutboxFileParts {
  changes: readonly Change[]
  /** Rows that this build cannot read, as they are stored. */
  unreadable: readonly object[]
  /** The owner of the changes. */
  person: { id: string; name: string | null }
  isWorkingOffline: boolean
  now: Date
}

/** The text of the file, JSON. */
export function makeOutboxFile(parts: OutboxFileParts): string {
  const { changes, unreadable, person, isWorkingOffline, now } = parts
  const file = {
    product: 'Property Marketplace',
    content: 'Changes on this device that the server has not confirmed',
    fileFormat: FILE_FORMAT,
    changeFormat: CHANGE_FORMAT,
    saved: formatDateTime(now),
    savedAt: now.toISOString(),
    person,
    workingOffline: isWorkingOffline,
    changes: listOpenChanges(changes).map((listed) => describe(listed, now.getTime())),
    unreadable,
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

/** 'outbox-2025-11-22-1000.json', by Indian time. */
export function outboxFileName(now: Date): string {
  return `outbox-${toIndianInput(now).replace('T', '-').replace(':', '')}.json`
}

function describe({ change, waitsFor }: ListedChange, nowMs: number) {
  const { entity, entityId, entityName, action, lastError, queuedAt, tries, key } = change
  const trouble = findTrouble(change)
  return {
    what: actionLabel(change),
    [entity]: { id: entityId, name: entityName },
    state: stateLabel(change, nowMs),
    order: orderMessage(waitsFor),
    reason: trouble && { why: trouble.why, advice: trouble.advice, fields: trouble.fields },
    answer: lastError && {
      status: lastError.status,
      code: lastError.code,
      message: lastError.message,
    },
    conflict: change.conflict,
    tries,
    queued: formatDateTime(queuedAt),
    queuedAt: new Date(queuedAt).toISOString(),
    key,
    version: change.entity === 'listing' ? change.baseVersion : null,
    action,
  }
}
