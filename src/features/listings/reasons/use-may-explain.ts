import { useMay } from '#src/session/use-may.ts'
import { useSession } from '#src/session/use-session.ts'

/** Whether the person may give reasons. Servers with idempotency keys accept reasons; a bare backend has neither. */
export function useMayExplain(): boolean {
  const takesReasons = useSession()?.takesKeys ?? false
  return useMay('decide-listings') && takesReasons
}
