import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { describeOnlineFailure } from '#src/api/online-failure.ts'
import { CLAIMS_READ, savedReadKey } from '#src/query-cache/saved-read-key.ts'
import { useUserId } from '#src/session/use-session.ts'

/** Calls that change a claim. They work only online: a claim that is made later would mean nothing. */
export function useClaimActs() {
  const client = useQueryClient()
  const userId = useUserId()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  /** Makes the call, and reads the claims again. Returns whether it succeeded; `failure` says why not. */
  async function act(call: () => Promise<unknown>): Promise<boolean> {
    if (isBusy) return false
    setBusy(true)
    setFailure(null)
    try {
      await call()
      return true
    } catch (error) {
      setFailure(describeOnlineFailure(error))
      return false
    } finally {
      await client.invalidateQueries({ queryKey: savedReadKey(userId, CLAIMS_READ) })
      setBusy(false)
    }
  }

  return { act, isBusy, failure }
}
