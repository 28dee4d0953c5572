import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/schema.ts'
import type { JobKindName } from '#server/platform/metrics/metrics-service.ts'

/** A claimed job. */
export interface Job {
  id: string
  /** The receiver. */
  lane: string
  /** The id of the record that the job is about. */
  key: string
  payload: Readonly<Record<string, string>>
  /** The number of this attempt, from 1. */
  attempts: number
  askedAt: string
}

/** When a failed job of a kind is tried again, and when it is given up. */
export interface BackOff {
  /** The wait after the first failure. Each further one is `growth` times as long, up to `longestMs`. */
  firstMs: number
  growth: number
  longestMs: number
  /** A job is given up instead of being tried later than this after it was asked for; null: it is tried for ever. */
  givenUpAfterMs: number | null
}

/** What an attempt came to. `says` and `failed` are for people, and name nobody. */
export type JobOutcome =
  | { isDone: true; says?: string }
  | {
      isDone: false
      failed: string
      /** The receiver as a whole is down, so that its other jobs wait as long as this one. */
      isReceiverDown?: boolean
    }
  /** The job was interrupted, and goes on as soon as a process has time. */
  | 'interrupted'

/** What a running job has from the runner. */
export interface JobRun {
  /** Aborts when the time limit is over: nobody waits for the run any longer. */
  signal: AbortSignal
  /** Whether the server is stopping: a long run ends itself as interrupted. */
  isStopping(): boolean
  /** Begins lease and time limit anew. Returns false if the job is another run's by now. */
  renew(trx: Kysely<Tables>): Promise<boolean>
  /**
   * Stores the outcome, and in the same transaction what `within` writes, unless the job is another run's by now: then
   * nothing is stored, and the answer is false. A run that ends without it was done.
   */
  settle(
    outcome: JobOutcome,
    within?: (trx: Kysely<Tables>, settled: { isGivenUp: boolean }) => Promise<void>,
  ): Promise<boolean>
}

/** A kind of job, and how it is run. A new kind is one of these, in the list of server/operations/job-kinds.ts. */
export interface JobKind {
  name: JobKindName
  /** How many receivers one process serves at once. Each has one job at a time, so that a slow one delays only itself. */
  lanes: number
  /** The lease, and the time limit of a run unless it renews the lease: after that, another run may begin. */
  limitMs: number
  /** How often each process looks for due jobs. */
  everyMs: number
  backOff: BackOff
  /** Whether done jobs stay for a log, until `forgetOldJobs`. */
  isLogged?: boolean
  /** The lanes that get nothing now. */
  listHeld?(db: Kysely<Tables>): Promise<string[]>
  /**
   * Serves the receiver. What is thrown counts as a failed attempt, except passing trouble of the database, after which
   * the job begins again when its lease ends.
   */
  run(job: Job, run: JobRun): Promise<void>
}
