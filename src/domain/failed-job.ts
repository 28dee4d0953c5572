import * as v from 'valibot'

/** Work of the server that failed: given up, or tried again for ever. */
export interface FailedJob {
  id: string
  kind: string
  /** The record that it is about, in words. */
  about: string
  /** Why the last attempt failed. */
  error: string
  attempts: number
  /** Since when it is tried. */
  askedAt: string
  /** Null if it was given up. */
  nextAttemptAt: string | null
}

export const FailedJobSchema = v.pipe(
  v.looseObject({
    _id: v.string(),
    kind: v.string(),
    about: v.string(),
    error: v.string(),
    attempts: v.number(),
    askedAt: v.string(),
    nextAttemptAt: v.nullable(v.string()),
  }),
  v.transform(({ _id: id, kind, about, error, attempts, askedAt, nextAttemptAt }): FailedJob => {
    return { id, kind, about, error, attempts, askedAt, nextAttemptAt }
  }),
)
