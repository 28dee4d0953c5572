import {
  makeWebhookWork,
  type WebhookDeliveryDeps,
} from '#server/webhooks/webhook-delivery-service.ts'
import { startLaneJob } from './lane-job.ts'
import type { JobDeps } from './repeating-job.ts'

const EVERY_MS = 1_000 // receivers get an event about a second after it; an idle look is one query

/** Sends due webhook deliveries now and every second. Every process runs it. */
export function startWebhookJob(deps: WebhookDeliveryDeps & JobDeps): { stop(): void } {
  return startLaneJob(deps, { name: 'webhooks', everyMs: EVERY_MS, work: makeWebhookWork(deps) })
}
