import type { WebhookEvent } from '#src/domain/webhook.ts'

/** The events as owners choose them. */
export const EVENT_LABELS: Readonly<Record<WebhookEvent, string>> = {
  'listing.decided': 'Listing decided',
  'listing.changed': 'Listing changed',
  'listing.deleted': 'Listing deleted',
}

/** Also for an event that a newer server sends. */
export function eventLabel(event: string): string {
  if (event === 'webhook.test') return 'Test'
  const labels: Readonly<Record<string, string>> = EVENT_LABELS
  return labels[event] ?? event
}
