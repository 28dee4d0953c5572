import type { AppDeps } from '#server/app-env.ts'
import { type DeliveryDeps, deliverMessages } from '#server/messages/message-delivery-service.ts'
import { startRepeatingJob } from './repeating-job.ts'

const EVERY_MS = 10_000 // a message is due a minute after its decision

/**
 * Sends due messages, now and every ten seconds. Every process runs it: one transaction puts a
 * message into the inbox, and each mail or push has a lease.
 */
export function startMessageJob(
  deps: Omit<DeliveryDeps, 'isStopping'> & Pick<AppDeps, 'background'>,
): { stop(): void } {
  return startRepeatingJob(deps, EVERY_MS, (isStopping) => deliverMessages({ ...deps, isStopping }))
}
