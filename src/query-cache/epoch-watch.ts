// Detects that the server's data has another history, as after the restore of a backup. Our server's ETags have an
// epoch and a revision (server/platform/database/revision.ts): a new epoch or a lower revision shows another history.

const TAG = /^(?:W\/)?"([0-9a-f]{12})-\d+n?s?-(\d+)"$/

/** Whether the ETag names a revision of the server's lists: a notice says when that moves on. */
export function isRevisionTag(etag: string | null): boolean {
  return TAG.test(etag ?? '')
}

export type EpochWatch = ReturnType<typeof createEpochWatch>

export function createEpochWatch() {
  let epoch: string | null = null

  return {
    /** Whether an answer's ETag shows another history than earlier ETags. Always false for a bare backend. */
    isOtherPast(before: string | null, answered: string | null): boolean {
      const [, epochBefore, revisionBefore] = TAG.exec(before ?? '') ?? []
      const [, epochNow, revisionNow] = TAG.exec(answered ?? '') ?? []
      if (epochNow === undefined) return false
      const known = epoch ?? epochBefore ?? epochNow
      epoch = epochNow
      const isBack = epochNow === epochBefore && Number(revisionNow) < Number(revisionBefore)
      return epochNow !== known || isBack
    },
  }
}
