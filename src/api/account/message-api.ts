import * as v from 'valibot'
import { envelopeOf, listOf } from '#src/api/answer-schemas.ts'
import { call } from '#src/api/http-client.ts'
import { MessageSchema, type PushSubscriptionBody } from '#src/domain/message.ts'

// The messages about the signed-in owner's listings, and the push subscriptions of this device. Nothing is saved or
// queued. A failed call throws ApiError.

const PATH = '/account/messages'
const PUSH = '/account/push'
const Done = v.looseObject({ success: v.literal(true) })
const PageAnswer = v.looseObject({
  success: v.literal(true),
  data: listOf(MessageSchema),
  meta: v.looseObject({ unread: v.number(), nextCursor: v.nullable(v.string()) }),
})
const PushState = envelopeOf(
  v.looseObject({ publicKey: v.nullable(v.string()), isOn: v.boolean() }),
)

/** GET /account/messages, one page; the cursor null requests the first page. */
export async function listMessages(cursor: string | null, signal?: AbortSignal) {
  const query = cursor === null ? 'limit=20' : `limit=20&cursor=${encodeURIComponent(cursor)}`
  const { data, meta } = await call(`${PATH}?${query}`, PageAnswer, { signal })
  return { messages: data, ...meta }
}

/** POST /account/messages/{id}/read */
export async function markMessageRead(id: string): Promise<void> {
  await call(`${PATH}/${encodeURIComponent(id)}/read`, Done, { method: 'POST' })
}

/** POST /account/messages/read: marks the message with the id `upTo` and all older ones as read. */
export async function markMessagesRead(upTo: string): Promise<void> {
  await call(`${PATH}/read`, Done, { method: 'POST', body: { upTo } })
}

/** GET /account/push */
export function readPushState(signal?: AbortSignal) {
  return call(PUSH, PushState, { signal })
}

/** PUT /account/push */
export async function subscribeDevice(body: PushSubscriptionBody): Promise<void> {
  await call(PUSH, Done, { method: 'PUT', body })
}

/** DELETE /account/push */
export async function unsubscribeDevice(): Promise<void> {
  await call(PUSH, Done, { method: 'DELETE' })
}
