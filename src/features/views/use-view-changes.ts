import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { describeOnlineFailure } from '#src/api/online-failure.ts'
import { savedReadKey } from '#src/query-cache/saved-read-key.ts'
import { SAVED_VIEWS } from '#src/query-cache/use-saved-views.ts'
import { useUserId } from '#src/session/use-session.ts'

/** Changes of saved views, which the server stores. Without a network nothing is changed, and the sentence says so. */
export function useViewChanges() {
  const client = useQueryClient()
  const userId = useUserId()
  const [isBusy, setBusy] = useState(false)
  /** Returns the sentence of a failure; null once the server has stored the change and the views are read again. */
  const change = useCallback(
    async (work: () => Promise<unknown>): Promise<string | null> => {
      setBusy(true)
      try {
        await work()
        return null
      } catch (error) {
        return describeOnlineFailure(error)
      } finally {
        // After a refusal too: another device may have changed the view.
        await client.refetchQueries({ queryKey: savedReadKey(userId, SAVED_VIEWS.name) })
        setBusy(false)
      }
    },
    [client, userId],
  )
  return { isBusy, change }
}
