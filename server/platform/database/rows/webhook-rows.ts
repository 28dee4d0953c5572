// Rows about webhooks (server/notices/webhooks). Their deliveries are jobs.

/** A URL to which the server reports what happens to listings, such as an approval. */
export interface WebhookRow {
  id: string
  address: string
  /** Names of events, separated by spaces. */
  events: string
  /** Encrypted under a key derived from APP_SECRET. */
  secret_sealed: string
  /** The previous secret, during a rotation. */
  old_secret_sealed: string | null
  state: 'active' | 'paused'
  /** Failed attempts since the last success. */
  failures: number
  created_by: string
  created_at: string
  paused_at: string | null
}
