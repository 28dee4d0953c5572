// Rows about messages: to sellers about decisions, and to people who sent a grievance (server/notices/messages).

/**
 * A message about one decision on a listing, or about a grievance. While `left_at` is null, it can still be withdrawn.
 */
export interface MessageRow {
  id: string
  /** The owner of the listing, or the sender of the grievance; null for a visitor, who has no inbox. */
  user_id: string | null
  /** Null for a message about a grievance. */
  listing_id: string | null
  /** The idempotency key of the decision; null if it had none. */
  change_key: string | null
  /** The decision; or 'received' and 'answered' for a grievance, and 'delayed' for a review that takes longer. */
  status: 'approved' | 'rejected' | 'received' | 'answered' | 'delayed'
  /** The status before the decision; null for a grievance. */
  from_status: 'pending' | 'approved' | 'rejected' | null
  /** The title that was decided about. */
  title: string | null
  decided_at: string
  due_at: string
  /** When the message entered the inbox and its mail and notifications were queued. */
  left_at: string | null
  read_at: string | null
  /** The reason of a rejection; null without one. */
  reason_code: string | null
  /** The sentence of the reason with the values of the moment of the decision. */
  sentence: string | null
  note: string | null
  /** 0 or 1: the seller is invited to correct the listing; null without a reason. */
  changes_needed: number | null
  /** Null for a message about a listing. */
  grievance_id: string | null
  /** Of a delay: by when four fifths of such submissions are decided. */
  expected_by: string | null
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
