import {
  type DeliveryDeps,
  makeDeliveryWork,
  releaseDueMessages,
} from '#server/messages/message-delivery-service.ts'
import { startLaneJob } from './lane-job.ts'
import { type JobDeps, startRepeatingJob } from './repeating-job.ts'

const RELEASE_EVERY_MS = 5_000 // a message is due a minute after its decision
const SEND_EVERY_MS = 2_000

/**
 * Puts due messages into the inbox, and sends mails and notifications about them. Three jobs, so that neither waits for
 * the others. Every process runs them: one transaction puts a message into the inbox, and each mail or push has a lease.
 */
export function startMessageJobs(deps: DeliveryDeps & JobDeps): { stop(): void } {
  const jobs = [
    startRepeatingJob(deps, {
      name: 'inbox',
      everyMs: RELEASE_EVERY_MS,
      work: (isStopping) => releaseDueMessages(deps, isStopping),
    }),
    startLaneJob(deps, {
      name: 'mails',
      everyMs: SEND_EVERY_MS,
      work: makeDeliveryWork(deps, 'mail'),
    }),
    startLaneJob(deps, {
      name: 'notifications',
      everyMs: SEND_EVERY_MS,
      work: makeDeliveryWork(deps, 'push'),
    }),
  ]
  return {
    stop() {
      for (const job of jobs) job.stop()
    },
  }
}
