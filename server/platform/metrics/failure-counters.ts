import { Counter, type Registry } from 'prom-client'

const DATABASE_ERRORS = ['full', 'busy', 'lost', 'other'] as const
const MAIL_FAILURES = ['refused', 'unusable'] as const

/** The kinds of jobs (server/operations/job-kinds.ts). */
export const JOB_KINDS = [
  'exports',
  'hints',
  'imports',
  'import-media',
  'mails',
  'media-removals',
  'mention-mails',
  'notifications',
  'webhooks',
] as const
export type JobKindName = (typeof JOB_KINDS)[number]

/** Scheduled work (server/operations/scheduled-work.ts), and the kinds of jobs. */
const WORKS = [
  'audit-head',
  'backup',
  'cleanup',
  'erasure',
  'expiry',
  'inbox',
  'reminders',
  'waits',
  ...JOB_KINDS,
] as const
export type WorkName = (typeof WORKS)[number]

export function makeFailureCounters(registers: Registry[]) {
  return {
    unavailable: new Counter({
      name: 'http_unavailable_total',
      help: 'Requests answered with 503; probes of readiness are not counted',
      registers,
    }),
    databaseErrors: startAtZero(
      new Counter({
        name: 'database_errors_total',
        help: 'Requests that failed because of the database',
        labelNames: ['kind'] as const,
        registers,
      }),
      DATABASE_ERRORS.map((kind) => ({ kind })),
    ),
    mailFailures: startAtZero(
      new Counter({
        name: 'mail_failures_total',
        help: 'Mails that the mail server refused, and attempts at which it was unusable',
        labelNames: ['reason'] as const,
        registers,
      }),
      MAIL_FAILURES.map((reason) => ({ reason })),
    ),
    hangingJobs: startAtZero(
      new Counter({
        name: 'background_hangs_total',
        help: 'Runs of jobs, and deliveries, that did not end in time and are not waited for any longer',
        labelNames: ['work'] as const, // Prometheus itself sets the label `job`
        registers,
      }),
      WORKS.map((work) => ({ work })),
    ),
  }
}

/**
 * Starts each series at zero, because Prometheus does not see the first increase of a series that
 * starts with a failure.
 */
function startAtZero<Label extends string>(
  counter: Counter<Label>,
  series: readonly Record<Label, string>[],
): Counter<Label> {
  for (const labels of series) counter.inc(labels, 0)
  return counter
}
