import type { AppDeps } from '#server/app-env.ts'
import {
  deliverWebhooks,
  type WebhookDeliveryDeps,
} from '#server/webhooks/webhook-delivery-service.ts'
import { startRepeatingJob } from './repeating-job.ts'

const EVERY_MS = 5_000 // the shortest wait before another attempt

/** Sends webhook deliveries that are due, now and every five seconds, in each process. */
export function startWebhookJob(
  deps: Omit<WebhookDeliveryDeps, 'isStopping'> & Pick<AppDeps, 'background'>,
): { stop(): void } {
  return startRepeatingJob(deps, EVERY_MS, (isStopping) => deliverWebhooks({ ...deps, isStopping }))
}
