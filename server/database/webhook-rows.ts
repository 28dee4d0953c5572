// Rows about webhooks (server/webhooks).

/** An address that gets the events of listings. */
export interface WebhookRow {
  id: string
  address: string
  /** Names of events, separated by spaces. */
  events: string
  /** Encrypted under a key of APP_SECRET. */
  secret_sealed: string
  /** The secret before it, while a rotation is open. */
  old_secret_sealed: string | null
  state: 'active' | 'paused'
  /** Failed attempts since the last success. */
  failures: number
  created_by: string
  created_at: string
  paused_at: string | null
}

/** One event for one webhook. Kept for the log when it is done. */
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
  /** Until when a process works on it; null while it waits. */
  leased_until: string | null
  /** The HTTP status of the last answer; null without one. */
  last_status: number | null
  done_at: string | null
  /** When the last attempt was given up. */
  dead_at: string | null
}
