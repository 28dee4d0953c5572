// Prometheus metrics. All label values are defined here or by the router, so clients cannot create
// new series.

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { onTransactionEnd } from '#server/platform/database/connection/transaction-times.ts'
import { endWithin } from '#server/platform/outbound/time-limit-service.ts'
import {
  JOB_KINDS,
  type JobKindName,
  makeFailureCounters,
  type WorkName,
} from './failure-counters.ts'
import { registerServerGauges, type WatchedServer } from './server-gauges.ts'

const ANSWER_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const TRANSACTION_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5] // a wait for a lock ends after 5 s
const JOB_STATES = ['waiting', 'failing', 'dead'] as const
const READ_MS = 4_000 // Prometheus gives up a scrape after 10 s, and then reports the server as down

export { JOB_KINDS, type JobKindName, type WorkName }

export type Metrics = ReturnType<typeof makeMetrics>

/** Creates metrics with their own registry, so that servers in one process do not share them. */
export function makeMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const transactions = new Histogram({
    name: 'database_transaction_seconds',
    help: 'From the beginning of a transaction, the wait for its turn included, to its end',
    labelNames: ['outcome'] as const,
    buckets: TRANSACTION_S,
    registers,
  })
  return {
    answers: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'From a request to the last byte of its answer, or to the end of its connection',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: ANSWER_S,
      registers,
    }),
    inFlight: new Gauge({
      name: 'http_requests_in_flight',
      help: 'Requests whose answer is not sent completely',
      registers,
    }),
    replays: new Counter({
      name: 'receipts_replayed_total',
      help: 'Changes that were sent again and got the answer they had before',
      registers,
    }),
    conflicts: new Counter({
      name: 'version_conflicts_total',
      help: 'Changes to a listing that someone else had changed first (412)',
      registers,
    }),
    signInRefusals: new Counter({
      name: 'sign_in_refusals_total',
      help: 'Sign-ins with wrong credentials, and those beyond the limit of tries',
      labelNames: ['reason'] as const,
      registers,
    }),
    ...makeFailureCounters(registers),
    /** Adds gauges that are read at each scrape. */
    watchServer: (server: WatchedServer) => registerServerGauges(registry, server),
    /**
     * Adds the age of the newest backup, read at each scrape; no value for null. `everySeconds` is the time after which
     * the next one is due.
     */
    watchBackups(findAgeSeconds: () => Promise<number | null>, everySeconds: number) {
      new Gauge({
        name: 'backup_every_seconds',
        help: 'From a backup to the next: BACKUP_EVERY, or a day without it, for backups by cron',
        registers,
      }).set(everySeconds)
      new Gauge({
        name: 'backup_age_seconds',
        help: 'Since the newest backup that any process or command made; infinite before the first scheduled one',
        registers,
        async collect() {
          this.reset()
          const age = await findOrNull(findAgeSeconds)
          if (age === null) this.remove()
          else this.set(age)
        },
      })
    },
    /** Adds the numbers of jobs, read at each scrape: of each kind in each state, also zero. */
    watchJobs(count: () => Promise<readonly { kind: string; state: string; jobs: number }[]>) {
      new Gauge({
        name: 'jobs',
        help: 'Jobs of each kind that wait, that wait after a failure, and that were given up',
        labelNames: ['kind', 'state'] as const,
        registers,
        async collect() {
          this.reset()
          const counts = await findOrNull(count)
          if (!counts) return
          // Prometheus does not see the first increase of a series that begins with it.
          for (const kind of JOB_KINDS) for (const state of JOB_STATES) this.set({ kind, state }, 0)
          for (const { kind, state, jobs } of counts) this.set({ kind, state }, jobs)
        },
      })
    },
    /**
     * Adds metrics of the process (CPU, memory, event loop) and of its transactions. Returns a
     * function that stops observing transactions.
     */
    watchProcess() {
      collectDefaultMetrics({ register: registry })
      return onTransactionEnd(({ ms, outcome }) => transactions.observe({ outcome }, ms / 1000))
    },
    /** All metrics in the text format of Prometheus. */
    render: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

/**
 * Null while the database does not answer. Then the scrape must still succeed, because `server_ready` and the errors
 * that it also reports are what the alerts read.
 */
async function findOrNull<Found>(find: () => Promise<Found>): Promise<Found | null> {
  return endWithin(READ_MS, find).catch(() => null)
}
