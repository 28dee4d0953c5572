// The notices of the stream at GET /api/admin/changes. They say that something changed, and the reads say what.

/** `event: change`: something changed since the last notice. Its id is the state, for `since`. */
export const CHANGE_EVENT = 'change'
/** `event: end`: the caller may not follow any more. Its data is the refusal's status. */
export const END_EVENT = 'end'

/** A state: the epoch and the revision of the server's lists. */
export const CHANGE_STATE_PATTERN = /^[0-9a-f]{12}-\d{1,15}$/

/** The longest silence of the stream. Below the 60 s after which proxies usually close; no more radio than a read has. */
export const HEARTBEAT_MS = 25_000
