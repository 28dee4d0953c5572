import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { describeOnlineFailure } from '#src/api/online-failure.ts'
import { setDuplicates } from '#src/api/team/duplicates-api.ts'
import { SUBMISSIONS_READ, savedReadKey } from '#src/query-cache/saved-read-key.ts'
import { useUserId } from '#src/session/use-session.ts'

/** Says of a listing and another one whether they are duplicates. Works only online, like an assignment. */
export function useDuplicates(listingId: string) {
  const client = useQueryClient()
  const userId = useUserId()
  const [busyId, setBusyId] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  /** Whether the server remembers it. */
  async function say(otherId: string, areDuplicates: boolean): Promise<boolean> {
    if (busyId !== null) return false
    setBusyId(otherId)
    setFailure(null)
    try {
      await setDuplicates({ listingIds: [listingId, otherId], areDuplicates })
      const read = (id: string) => ({ queryKey: savedReadKey(userId, SUBMISSIONS_READ, id) })
      await Promise.all([listingId, otherId].map((id) => client.invalidateQueries(read(id))))
      return true
    } catch (error) {
      setFailure(describeOnlineFailure(error))
      return false
    } finally {
      setBusyId(null)
    }
  }

  return { say, busyId, failure }
}
