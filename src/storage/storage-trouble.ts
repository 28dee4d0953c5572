// Classifies storage problems by the names of IndexedDB errors, never by their messages, which differ between browsers.

/**
 * absent: no storage, as in some private windows. blocked: the storage does not answer. lost: its connection dies
 * repeatedly. full: no space left. outdated: a newer build has upgraded the database.
 */
export type StorageTrouble = 'absent' | 'blocked' | 'lost' | 'full' | 'outdated'

/** A transaction failed because of the device's storage. Its data is not stored, and screens must not show it. */
export class StorageTroubleError extends Error {
  override readonly name = 'StorageTroubleError'
  readonly trouble: StorageTrouble

  constructor(trouble: StorageTrouble, step: string, cause?: unknown) {
    super(`The outbox could not do "${step}": its storage is ${trouble}.`, { cause })
    this.trouble = trouble
  }
}

const NAMES: Readonly<Record<string, StorageTrouble>> = {
  QuotaExceededError: 'full',
  VersionError: 'outdated',
  MissingAPIError: 'absent',
  SecurityError: 'absent',
  // The browser closed the connection, as iOS does without an event, or the person deleted the site's data.
  DatabaseClosedError: 'lost',
  InvalidStateError: 'lost',
  // "Connection to Indexed Database server lost" (WebKit), "Internal error opening backing store" (Chromium).
  UnknownError: 'lost',
  OpenFailedError: 'lost',
  // An abort without an inner error comes from the browser or from page-suspension.ts: no other code aborts.
  AbortError: 'lost',
  TransactionInactiveError: 'lost',
  TimeoutError: 'lost',
}

/** The storage problem behind an error. Null for any other error, for which reopening would only hide a defect. */
export function troubleOf(error: unknown): StorageTrouble | null {
  if (error instanceof StorageTroubleError) return error.trouble
  if (typeof error !== 'object' || error === null) return null
  const { name, inner } = error as { name?: unknown; inner?: unknown } // a DOMException, or an error of Dexie
  // An abort or a failed opening has an inner error, which distinguishes a full disk from a dead connection.
  const why = inner && inner !== error ? troubleOf(inner) : null
  return why ?? (typeof name === 'string' ? (NAMES[name] ?? null) : null)
}
