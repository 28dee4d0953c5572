// Rows about messages to sellers (server/messages).

/** What a seller is told about one decision. Without `left_at`, it can still be taken back. */
export interface MessageRow {
  id: string
  /** The owner of the listing. */
  user_id: string
  listing_id: string
  /** The idempotency key of the decision; null if it had none. */
  change_key: string | null
  status: 'approved' | 'rejected'
  /** The status before the decision. */
  from_status: 'pending' | 'approved' | 'rejected'
  /** The title that was decided about. */
  title: string | null
  decided_at: string
  due_at: string
  /** When it entered the inbox, and its jobs were created. */
  left_at: string | null
  read_at: string | null
  /** The reason of a rejection; null without one. */
  reason_code: string | null
  note: string | null
  /** 0 or 1; null without a reason. */
  changes_needed: number | null
}

/** One delivery of a message. Deleted when it is done. */
export interface MessageJobRow {
  id: string
  message_id: string
  channel: 'mail' | 'push'
  /** The device of a push; null for a mail. */
  subscription_id: string | null
  attempts: number
  created_at: string
  due_at: string
  /** Until when a process works on it; null while it waits. */
  leased_until: string | null
  /** When the last attempt was given up. */
  dead_at: string | null
}

/** A browser that shows notifications. It belongs to a session and ends with it. */
export interface PushSubscriptionRow {
  /** SHA-256 of the address, hexadecimal: an address belongs to one session. */
  id: string
  user_id: string
  session_hash: string
  /** The address at the push service of the browser's maker. */
  endpoint: string
  /** The browser's public key, base64url. */
  p256dh: string
  /** The browser's authentication secret, base64url. */
  auth: string
  created_at: string
}

/** The single key pair by which push services recognize this server (RFC 8292). */
export interface PushKeyRow {
  id: number
  /** Base64url. */
  public_key: string
  /** The private key, encrypted under a key derived from APP_SECRET. */
  sealed: string
}
