import { useMay } from '#src/session/use-may.ts'
import { useSession } from '#src/session/use-session.ts'

/** Whether the person may give reasons. A server accepts either both reasons and idempotency keys, or neither. */
export function useMayExplain(): boolean {
  const takesReasons = useSession()?.takesKeys ?? false
  return useMay('decide-listings') && takesReasons
}
