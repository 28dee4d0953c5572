import * as v from 'valibot'
import { boundedList } from '#src/domain/wire.ts'

// Webhooks: URLs to which the server sends a request when a listing is decided, changed or deleted.

const MAX_ADDRESS_CHARS = 500 // longer than any receiver's URL

export const WEBHOOK_EVENTS = ['listing.decided', 'listing.changed', 'listing.deleted'] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

const EventsSchema = v.pipe(
  boundedList(v.picklist(WEBHOOK_EVENTS), WEBHOOK_EVENTS.length, {
    notAList: 'Choose the events.',
    tooMany: 'Name each event once.',
  }),
  v.minLength(1, 'Choose at least one event.'),
)

/** The body of POST /admin/webhooks. The server also checks that the URL's host is public. */
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

/** A webhook in the list for the team's owners. A secret is shown only once, when it is created. */
export interface Webhook {
  id: string
  address: string
  events: string[]
  state: 'active' | 'paused'
  /** The number of failed attempts since the last success. */
  failures: number
  /** Whether two secrets are valid, during a rotation. */
  isRotating: boolean
  createdAt: string
}

export const WebhookSchema = v.pipe(
  v.looseObject({
    _id: v.string(),
    address: v.string(),
    events: v.array(v.string()),
    state: v.picklist(['active', 'paused']),
    failures: v.number(),
    isRotating: v.boolean(),
    createdAt: v.string(),
  }),
  v.transform(({ _id: id, address, events, state, failures, isRotating, createdAt }): Webhook => {
    return { id, address, events, state, failures, isRotating, createdAt }
  }),
)

/** The delivery of an event to one webhook, in the log. */
export interface WebhookDelivery {
  id: string
  event: string
  state: 'waiting' | 'delivered' | 'failed'
  attempts: number
  /** The HTTP status of the last answer; null if there was none. */
  lastStatus: number | null
  createdAt: string
  nextAttemptAt: string | null
}

export const WebhookDeliverySchema = v.pipe(
  v.looseObject({
    _id: v.string(),
    event: v.string(),
    state: v.picklist(['waiting', 'delivered', 'failed']),
    attempts: v.number(),
    lastStatus: v.nullable(v.number()),
    createdAt: v.string(),
    nextAttemptAt: v.nullable(v.string()),
  }),
  v.transform(({ _id: id, ...rest }): WebhookDelivery => {
    const { event, state, attempts, lastStatus, createdAt, nextAttemptAt } = rest
    return { id, event, state, attempts, lastStatus, createdAt, nextAttemptAt }
  }),
)
