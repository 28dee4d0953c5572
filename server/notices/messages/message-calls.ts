import * as v from 'valibot'
import { answerOf, bodyOf } from '#server/platform/http/calls/call-description.ts'
import { describeCalls } from '#server/platform/http/calls/described-calls.ts'
import { describePageQuery } from '#server/platform/http/calls/page-description.ts'
import { envelopeWith, YesSchema } from '#server/platform/http/calls/wire-values.ts'
import { MAX_MESSAGES, PushSubscriptionSchema, ReadUpToSchema } from '#src/domain/message.ts'
import { InboxAnswerSchema, MESSAGE_EXAMPLE } from './message-wire.ts'

const PushStateSchema = v.strictObject({
  publicKey: v.pipe(
    v.nullable(v.string()),
    v.description(
      'Base64url, for `applicationServerKey`; null if the server has no https address.',
    ),
  ),
  isOn: v.pipe(v.boolean(), v.description('This device is subscribed.')),
})

const YES = answerOf('Done.', YesSchema, { success: true })
const OF_PERSON = { group: 'Messages', caller: 'person' } as const

export const messageCalls = describeCalls({
  listMessages: {
    ...OF_PERSON,
    summary: 'What the caller was told about their listings, newest first',
    notes: 'Decisions of the last 180 days. A message leaves a minute after the decision.',
    query: describePageQuery(MAX_MESSAGES),
    answer: answerOf('A page.', InboxAnswerSchema, {
      success: true,
      data: [MESSAGE_EXAMPLE],
      meta: { unread: 1, nextCursor: null },
    }),
    refusals: ['bad-limit', 'bad-cursor'],
  },
  readMessage: {
    ...OF_PERSON,
    isWrite: true,
    record: 'message',
    summary: 'Mark a message as read',
    answer: YES,
  },
  readMessages: {
    ...OF_PERSON,
    isWrite: true,
    summary: 'Mark all messages as read, up to the newest one that was shown',
    body: bodyOf(
      ReadUpToSchema,
      { upTo: 'The id of the newest message that was shown.' },
      { upTo: MESSAGE_EXAMPLE.id },
    ),
    answer: YES,
    refusals: ['not-found'],
  },
  getPushState: {
    ...OF_PERSON,
    summary: 'Whether this device shows notifications, and the key to subscribe with',
    answer: answerOf('The state.', envelopeWith(PushStateSchema), {
      success: true,
      data: {
        publicKey:
          'BNbxGYNMhEIi9zrneh7mqV4oUanjLUK3m-bVwZpkKRPfNS1ZHBRg_ST2PAVvGYPTcxzQKXMXEKfH9RRyVHpN4aU',
        isOn: false,
      },
    }),
  },
  subscribeDevice: {
    ...OF_PERSON,
    isWrite: true,
    summary: 'Show notifications on this device',
    notes:
      'The body is the browser’s subscription. It ends with the session. A notification says only that there is news.',
    body: bodyOf(
      PushSubscriptionSchema,
      { endpoint: 'An https address on port 443.' },
      {
        endpoint: 'https://push.example.com/send/f8a1c0',
        keys: {
          p256dh:
            'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
          auth: 'tBHItJI5svbpez7KI4CCXg',
        },
      },
    ),
    answer: YES,
    refusals: ['sellers-only', 'not-verified', 'push-unavailable', 'endpoint-taken'],
  },
  unsubscribeDevice: {
    ...OF_PERSON,
    isWrite: true,
    summary: 'Show no notifications on this device',
    answer: YES,
    refusals: ['sellers-only'],
  },
})
