import type { WebhookEvent } from '#src/domain/webhook.ts'

/** The labels of the events that owners can choose. */
export const EVENT_LABELS: Readonly<Record<WebhookEvent, string>> = {
  'listing.decided': 'Listing decided',
  'listing.changed': 'Listing changed',
  'listing.deleted': 'Listing deleted',
}

/** The label of an event. An unknown event of a newer server is shown as it is. */
export function eventLabel(event: string): string {
  if (event === 'webhook.test') return 'Test'
  const labels: Readonly<Record<string, string>> = EVENT_LABELS
  return labels[event] ?? event
}
