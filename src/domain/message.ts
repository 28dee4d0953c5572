import * as v from 'valibot'
import { groupIndian } from '#src/domain/money.ts'

// Messages in the inbox: to sellers about decisions on their listings, also as push notifications, and about grievances.

export const DECISION_KINDS = ['approved', 'rejected', 'changes-needed'] as const
export type DecisionKind = (typeof DECISION_KINDS)[number]

export const MESSAGE_KINDS = [
  ...DECISION_KINDS,
  'grievance-received',
  'grievance-answered',
  'review-delayed',
] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

export const MAX_MESSAGES = 100 // on a page

export const MessageSchema = v.looseObject({
  id: v.string(),
  kind: v.picklist(MESSAGE_KINDS),
  /** Null for a message about a grievance. */
  listingId: v.nullable(v.string()),
  /** False if the listing was deleted for good. */
  hasListing: v.boolean(),
  title: v.nullable(v.string()),
  at: v.string(),
  isRead: v.boolean(),
  /** True for a rejection after which the listing is no longer rejected, and for a delay after the decision. */
  isAnswered: v.optional(v.boolean(), false),
  /** Why the listing was rejected, if an operator gave a reason. */
  reason: v.nullable(v.looseObject({ sentence: v.string(), note: v.string() })),
  /** The grievance that the message is about. */
  grievance: v.optional(
    v.nullable(
      v.looseObject({ number: v.string(), dueAt: v.string(), answer: v.nullable(v.string()) }),
    ),
    null,
  ),
  /** Of a delay: by when four of five such listings are decided. */
  expectedBy: v.optional(v.nullable(v.string()), null),
})
export type Message = v.InferOutput<typeof MessageSchema>

/** The body of POST /account/messages/read. */
export const ReadUpToSchema = v.object({
  upTo: v.pipe(v.string('Send the id of a message.'), v.maxLength(24, 'This is not an id.')),
})

const MAX_ENDPOINT_CHARS = 1_000 // the longest known endpoints, Mozilla's, have about 400

/** The body of PUT /account/push: the result of `PushSubscription.toJSON()`. */
export const PushSubscriptionSchema = v.object({
  endpoint: v.pipe(
    v.string('Send the address of the push service.'),
    v.maxLength(MAX_ENDPOINT_CHARS, `Use at most ${groupIndian(MAX_ENDPOINT_CHARS)} characters.`),
  ),
  keys: v.object({
    // 65 and 16 bytes in base64url (RFC 8291, section 3.1 and 3.2).
    p256dh: v.pipe(v.string(), v.regex(/^[\w-]{87}$/, 'The key p256dh is not base64url.')),
    auth: v.pipe(v.string(), v.regex(/^[\w-]{22}$/, 'The key auth is not base64url.')),
  }),
})
export type PushSubscriptionBody = v.InferOutput<typeof PushSubscriptionSchema>

/** The whole payload of a push message, which is sent encrypted. */
export interface PushPayload {
  kind: 'decision'
  /** The id of the message. */
  id: string
}
