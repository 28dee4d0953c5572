import { useMay } from '#src/session/use-may.ts'
import { useSession } from '#src/session/use-session.ts'

/** Whether the person may reject, on a server that takes reasons: a bare backend takes neither keys nor reasons. */
export function useMayExplain(): boolean {
  const takesReasons = useSession()?.takesKeys ?? false
  return useMay('decide-listings') && takesReasons
}
