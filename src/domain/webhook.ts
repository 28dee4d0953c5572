import * as v from 'valibot'

// Addresses that get a request when a listing is decided, changed or deleted.

const MAX_ADDRESS_CHARS = 500 // longer than any address of a receiver

export const WEBHOOK_EVENTS = ['listing.decided', 'listing.changed', 'listing.deleted'] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

const EventsSchema = v.pipe(
  v.array(v.picklist(WEBHOOK_EVENTS), 'Choose the events.'),
  v.minLength(1, 'Choose at least one event.'),
  v.maxLength(WEBHOOK_EVENTS.length, 'Name each event once.'),
)

/** The body of POST /admin/webhooks. The server also checks where the address leads. */
export const NewWebhookSchema = v.object({
  address: v.pipe(
    v.string('Enter the address of the receiver.'),
    v.trim(),
    v.maxLength(MAX_ADDRESS_CHARS, `Use at most ${MAX_ADDRESS_CHARS} characters.`),
    v.startsWith('https://', 'Enter an address that begins with https://.'),
  ),
  events: EventsSchema,
})
export type NewWebhook = v.InferOutput<typeof NewWebhookSchema>

/** The body of PATCH /admin/webhooks/{id}. */
export const WebhookEventsSchema = v.object({ events: EventsSchema })
