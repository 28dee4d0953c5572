import type { AppDeps } from '#server/app-env.ts'
import {
  deliverWebhooks,
  type WebhookDeliveryDeps,
} from '#server/webhooks/webhook-delivery-service.ts'
import { startRepeatingJob } from './repeating-job.ts'

const EVERY_MS = 5_000 // the shortest wait before another attempt

/** Sends due webhook deliveries now and every five seconds. Every process runs it. */
export function startWebhookJob(
  deps: Omit<WebhookDeliveryDeps, 'isStopping'> & Pick<AppDeps, 'background'>,
): { stop(): void } {
  return startRepeatingJob(deps, EVERY_MS, (isStopping) => deliverWebhooks({ ...deps, isStopping }))
}
