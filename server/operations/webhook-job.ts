import type { AppDeps } from '#server/app-env.ts'
import {
  deliverWebhooks,
  type WebhookDeliveryDeps,
} from '#server/webhooks/webhook-delivery-service.ts'

const EVERY_MS = 5_000 // the shortest wait before another attempt

/** Sends webhook deliveries that are due, now and every five seconds, in each process. */
export function startWebhookJob(
  deps: Omit<WebhookDeliveryDeps, 'isStopping'> & Pick<AppDeps, 'background'>,
): { stop(): void } {
  const { background } = deps
  let isRunning = false
  let isStopped = false
  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    try {
      await deliverWebhooks({ ...deps, isStopping: () => isStopped })
    } finally {
      isRunning = false
    }
  }
  background.start(run)
  const timer = setInterval(() => background.start(run), EVERY_MS).unref()
  return {
    stop() {
      isStopped = true
      clearInterval(timer)
    },
  }
}
