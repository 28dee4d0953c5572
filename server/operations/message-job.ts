import type { AppDeps } from '#server/app-env.ts'
import { type DeliveryDeps, deliverMessages } from '#server/messages/message-delivery-service.ts'

const EVERY_MS = 10_000 // a message is due a minute after its decision

/**
 * Sends messages that are due, now and every ten seconds. Each process does so: a message leaves in
 * one transaction, and a job has a lease.
 */
export function startMessageJob(
  deps: Omit<DeliveryDeps, 'isStopping'> & Pick<AppDeps, 'background'>,
): { stop(): void } {
  const { background } = deps
  let isRunning = false
  let isStopped = false
  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    try {
      await deliverMessages({ ...deps, isStopping: () => isStopped })
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
