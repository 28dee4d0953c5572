import { useMay } from '#src/session/use-may.ts'
import { useSession } from '#src/session/use-session.ts'

/** Whether the person may give reasons. A server with idempotency keys accepts them; a bare backend has neither. */
export function useMayExplain(): boolean {
  const takesReasons = useSession()?.takesKeys ?? false
  return useMay('decide-listings') && takesReasons
}
