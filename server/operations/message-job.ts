import type { AppDeps } from '#server/app-env.ts'
import { type DeliveryDeps, deliverMessages } from '#server/messages/message-delivery-service.ts'
import { startRepeatingJob } from './repeating-job.ts'

const EVERY_MS = 10_000 // a message is due a minute after its decision

/**
 * Sends messages that are due, now and every ten seconds. Each process does so: a message leaves in
 * one transaction, and a job has a lease.
 */
export function startMessageJob(
  deps: Omit<DeliveryDeps, 'isStopping'> & Pick<AppDeps, 'background'>,
): { stop(): void } {
  return startRepeatingJob(deps, EVERY_MS, (isStopping) => deliverMessages({ ...deps, isStopping }))
}
