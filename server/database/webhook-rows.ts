// Rows about webhooks (server/webhooks).

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

/** The delivery of one event to one webhook. Finished deliveries remain for the delivery log. */
export interface WebhookDeliveryRow {
  id: string
  webhook_id: string
  /** The same for all webhooks, attempts and replays of an event. */
  event_id: string
  event: string
  /** JSON, exactly as it is sent. */
  payload: string
  attempts: number
  created_at: string
  due_at: string
  /** The end of the lease of the process that delivers it; null without a lease. */
  leased_until: string | null
  /** The HTTP status of the last response; null if there was no response. */
  last_status: number | null
  done_at: string | null
  /** When the last attempt failed and delivery was abandoned. */
  dead_at: string | null
}
