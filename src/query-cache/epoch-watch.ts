// Detects that the server's data has another history than before, as after restoring a backup. Its ETags have an epoch and
// a revision (server/database/revision.ts): a new epoch, or a lower revision of the same one, outdates every read.

const TAG = /^(?:W\/)?"([0-9a-f]{12})-\d+-(\d+)"$/

export type EpochWatch = ReturnType<typeof createEpochWatch>

export function createEpochWatch() {
  let epoch: string | null = null

  return {
    /** Whether an answer is from another history than earlier reads; never for a bare backend. */
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
