// Notices that the server's data has another past than before, as after a restored backup. Its ETags name an epoch and a
// revision (server/database/revision.ts): another epoch, or a lower revision of the same one, makes every read outdated.

const TAG = /^(?:W\/)?"([0-9a-f]{12})-\d+-(\d+)"$/

export type EpochWatch = ReturnType<typeof createEpochWatch>

export function createEpochWatch() {
  let epoch: string | null = null

  return {
    /** Whether an answer has another past than what was read before it. A bare backend's never has. */
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
