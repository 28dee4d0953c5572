import { userIdOf } from './session-store.ts'
import { useSession } from './use-session.ts'

const NOBODY = 'nobody'

/** Whose settings hold on this screen. */
export function useUserId(): string {
  const session = useSession()
  return session ? userIdOf(session) : NOBODY
}
