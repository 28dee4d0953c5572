// Rows about work in the background (server/platform/jobs).

/** Work that leaves later, such as a mail. Holds ids only, and no personal data. */
export interface JobRow {
  id: string
  /** Which of the kinds of jobs it is. */
  kind: string
  /** The receiver, such as a person or a webhook: it has one job of the kind at a time. */
  lane: string
  /** The id of the record that the job is about. */
  key: string
  /** JSON: an object of texts. */
  payload: string
  /** Only grows. A run settles its job only if nobody has claimed the job since. */
  attempts: number
  /** When the job was added, or when a person last wanted it tried again. The kind gives up some time later. */
  asked_at: string
  due_at: string
  /** The end of the lease of the process that runs it; null without a lease. */
  leased_until: string | null
  done_at: string | null
  /** When the job was given up. */
  dead_at: string | null
  /** What the last attempt came to, in words for people; null before the first. */
  outcome: string | null
}

/** Scheduled work that one process does for all. Backups and moves of the database leave these rows out. */
export interface ScheduleRow {
  name: string
  lease_holder: string | null
  leased_until: string | null
  /** Time of the last success. */
  done_at: string | null
}
