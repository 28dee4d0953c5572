import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { describeOnlineFailure } from '#src/api/online-failure.ts'
import { assignListings } from '#src/api/team/assignments-api.ts'
import type { AssignedListings } from '#src/domain/listing/assignment.ts'
import { BATCH_CALL_SIZE } from '#src/domain/listing/change-batch.ts'
import { groupIndian } from '#src/domain/money.ts'
import { LISTING_READS, savedReadKey } from '#src/query-cache/saved-read-key.ts'
import { useUserId } from '#src/session/use-session.ts'

/** Assigns listings, by as many calls as they need. Works only online: an assignment that arrives later could undo a newer one. */
export function useAssigning() {
  const client = useQueryClient()
  const userId = useUserId()
  /** How many of the listings are sent; null while nothing is. */
  const [sent, setSent] = useState<number | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  /** Null if a call failed; `failure` says why, and the same press goes on. */
  async function assign(
    ids: readonly string[],
    personId: string | null,
  ): Promise<AssignedListings | null> {
    if (sent !== null) return null
    setFailure(null)
    const all: AssignedListings = { listingIds: [], decided: [], gone: [] }
    let start = 0
    try {
      for (; start < ids.length; start += BATCH_CALL_SIZE) {
        setSent(start)
        const listingIds = ids.slice(start, start + BATCH_CALL_SIZE)
        const answer = await assignListings({ listingIds, personId })
        for (const part of ['listingIds', 'decided', 'gone'] as const)
          all[part].push(...answer[part])
      }
      return all
    } catch (error) {
      const before = start > 0 ? `The first ${groupIndian(start)} are assigned. ` : ''
      setFailure(before + describeOnlineFailure(error))
      return null
    } finally {
      for (const name of LISTING_READS)
        void client.invalidateQueries({ queryKey: savedReadKey(userId, name) })
      setSent(null)
    }
  }

  return { assign, sent, failure }
}
