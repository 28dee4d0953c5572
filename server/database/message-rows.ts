// Rows about messages to sellers (server/messages).

/** A message to a seller about one decision. While `left_at` is null, it can still be withdrawn. */
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
  /** When the message entered the inbox and its jobs were created. */
  left_at: string | null
  read_at: string | null
  /** The reason of a rejection; null without one. */
  reason_code: string | null
  /** The sentence of the reason with the values of the moment of the decision. */
  sentence: string | null
  note: string | null
  /** 0 or 1: the seller is invited to correct the listing; null without a reason. */
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
  /** The end of the lease of the process that delivers it; null without a lease. */
  leased_until: string | null
  /** When the last attempt failed and delivery was abandoned. */
  dead_at: string | null
}

/** A browser's subscription to notifications. It belongs to a session and ends with it. */
export interface PushSubscriptionRow {
  /** SHA-256 of the endpoint, hexadecimal, so that an endpoint can belong to one session only. */
  id: string
  user_id: string
  session_hash: string
  /** The URL at the push service of the browser's vendor. */
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
