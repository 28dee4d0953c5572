import { answerOf, bodyOf, queryOf } from '#server/platform/http/calls/call-description.ts'
import { describeCalls } from '#server/platform/http/calls/described-calls.ts'
import { YesSchema } from '#server/platform/http/calls/wire-values.ts'
import { NewWebhookSchema, WebhookEventsSchema } from '#src/domain/webhook.ts'
import {
  CreatedWebhookSchema,
  DeliveryPageSchema,
  RotatedSecretSchema,
  WebhookListSchema,
} from './webhook-wire.ts'

const SITES = { group: 'Import and API', caller: 'operator' } as const
const OF_WEBHOOK = { ...SITES, record: 'webhook' } as const
const ID = '65a000000000000000000001'
const AT = '2026-02-14T08:20:00.000Z'
const SECRET = `whsec_${'A'.repeat(43)}=`
const YES = answerOf('Done.', YesSchema, { success: true })
const ADDRESS = 'https://sharma-estates.example/hooks'

export const webhookCalls = describeCalls({
  listWebhooks: {
    ...SITES,
    summary: 'The webhooks, newest first',
    answer: answerOf('The list, without secrets.', WebhookListSchema, {
      success: true,
      data: [
        {
          _id: ID,
          address: ADDRESS,
          events: ['listing.decided'],
          state: 'active',
          failures: 0,
          isRotating: false,
          createdAt: AT,
          pausedAt: null,
        },
      ],
    }),
  },
  createWebhook: {
    ...SITES,
    isWrite: true,
    summary: 'Create a webhook, whose secret is answered once',
    body: bodyOf(
      NewWebhookSchema,
      { address: 'A public https address on port 443.' },
      { address: ADDRESS, events: ['listing.decided'] },
    ),
    answer: answerOf('The secret.', CreatedWebhookSchema, {
      success: true,
      data: { _id: ID, secret: SECRET },
    }),
    refusals: ['confirm-identity', 'too-many-webhooks'],
  },
  changeWebhook: {
    ...OF_WEBHOOK,
    isWrite: true,
    summary: 'Choose the events of a webhook',
    body: bodyOf(WebhookEventsSchema, {}, { events: ['listing.deleted'] }),
    answer: YES,
  },
  deleteWebhook: {
    ...OF_WEBHOOK,
    isWrite: true,
    summary: 'Delete a webhook and its log',
    answer: YES,
    refusals: ['confirm-identity'],
  },
  rotateWebhookSecret: {
    ...OF_WEBHOOK,
    isWrite: true,
    summary: 'Make a new secret; both sign until the rotation is ended',
    answer: answerOf('The new secret.', RotatedSecretSchema, {
      success: true,
      data: { secret: SECRET },
    }),
    refusals: ['confirm-identity', 'rotation-open'],
  },
  endWebhookRotation: {
    ...OF_WEBHOOK,
    isWrite: true,
    summary: 'End the old secret',
    answer: YES,
  },
  pauseWebhook: {
    ...OF_WEBHOOK,
    isWrite: true,
    summary: 'Pause a webhook; its events wait',
    answer: YES,
  },
  resumeWebhook: {
    ...OF_WEBHOOK,
    isWrite: true,
    summary: 'Resume a webhook, and send what has waited',
    answer: YES,
    refusals: ['confirm-identity'],
  },
  testWebhook: {
    ...OF_WEBHOOK,
    isWrite: true,
    summary: 'Send an event that reports nothing',
    answer: YES,
  },
  listWebhookDeliveries: {
    ...OF_WEBHOOK,
    summary: 'The deliveries of a webhook in the last 30 days, newest first',
    query: [
      queryOf('limit', 'Rows of a page.', { type: 'integer', minimum: 1, maximum: 50 }),
      queryOf('cursor', '`meta.nextCursor` of the page before.'),
    ],
    answer: answerOf('A page.', DeliveryPageSchema, {
      success: true,
      data: [
        {
          _id: ID,
          eventId: `msg_${'0'.repeat(32)}`,
          event: 'listing.decided',
          state: 'waiting',
          attempts: 1,
          lastStatus: 503,
          createdAt: AT,
          nextAttemptAt: AT,
        },
      ],
      meta: { nextCursor: null },
    }),
    refusals: ['bad-limit', 'bad-cursor'],
  },
  replayWebhookDelivery: {
    ...SITES,
    record: 'delivery',
    isWrite: true,
    summary: 'Send an event once more, with the same Webhook-Id',
    answer: YES,
  },
})
