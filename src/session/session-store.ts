import type { Account, SignInAnswer } from '#src/domain/account/account.ts'
import type { Rights } from '#src/domain/team/rights.ts'
import { findDeviceToken, keepDeviceToken } from './device-token-store.ts'

// The page's session. 'token' and 'admin' are the specification's own keys (section 3); a separate key stores the other
// sign-in data. Every change notifies this tab, and the other tabs through the storage event.

const TOKEN_KEY = 'token'
const OPERATOR_KEY = 'admin'
const DETAILS_KEY = 'session'

export interface Session {
  token: string
  account: Account | null
  expiresAt: string | null
  /** Whether the server honours an Idempotency-Key; false until the server says so. */
  takesKeys: boolean
  /** The stored flag is exactly 'true'. It opens the panel's shell; the server checks every call. */
  isOperator: boolean
  /** What the person may do; null until the server said so, and on a bare backend. */
  rights: Rights | null
}

export type NewSession = Pick<SignInAnswer, 'token' | 'expiresAt' | 'takesKeys'> &
  Partial<Pick<SignInAnswer, 'deviceToken'>> & { account: Account }

type Listener = (session: Session | null) => void

/** The user signed in on this device, for code that needs no other session data. */
export interface UserSource {
  findUserId(): string | null
  subscribe(listener: () => void): () => void
}

export type SessionStore = ReturnType<typeof createSessionStore>

export function createSessionStore(storage: Storage, events: EventTarget) {
  const listeners = new Set<Listener>()
  let current = readSession(storage)

  function refresh() {
    const next = readSession(storage)
    if (JSON.stringify(next) === JSON.stringify(current)) return
    current = next
    for (const listener of listeners) listener(current)
  }

  events.addEventListener('storage', refresh)
  // Restored from the back/forward cache: another user may have signed in meanwhile.
  events.addEventListener('pageshow', refresh)

  return {
    /** The session now; the same object until it changes. */
    find: (): Session | null => current,

    /** The id of the account whose data this device may show and send; one fixed id for a session without details. */
    findUserId: (): string | null => (current ? userIdOf(current) : null),

    /** Device token for this account's next sign-in here; null on its first. */
    findDeviceToken: (email: string): string | null => findDeviceToken(storage, email),

    subscribe(listener: Listener): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /**
     * Stores the sign-in answer. The flag is set only if the server's role allows it. An expiry in the past is ignored:
     * this device's clock is wrong, and the server decides when the session ends.
     */
    set({ account, token, expiresAt: said, takesKeys, deviceToken }: NewSession): void {
      const expiresAt = isExpired({ expiresAt: said }, Date.now()) ? null : said
      storage.setItem(DETAILS_KEY, JSON.stringify({ account, expiresAt, takesKeys }))
      storage.setItem(TOKEN_KEY, token)
      if (account.role === 'admin') storage.setItem(OPERATOR_KEY, 'true')
      else storage.removeItem(OPERATOR_KEY)
      if (deviceToken && account.email) keepDeviceToken(storage, account.email, deviceToken)
      refresh()
    },

    /** Stores the token for this account's next sign-in here. */
    keepDeviceToken: (email: string, deviceToken: string): void =>
      keepDeviceToken(storage, email, deviceToken),

    /** Stores what the signed-in person may do, or how they sign in; nothing without a session. */
    update(change: Partial<Pick<Session, 'account' | 'rights'>>): void {
      if (!current) return
      const { account, expiresAt, takesKeys, rights } = current
      const details = { account, expiresAt, takesKeys, rights, ...change }
      storage.setItem(DETAILS_KEY, JSON.stringify(details))
      refresh()
    },

    /** Removes the token and what stood beside it; the flag stays (a 401 outside the panel). */
    clearToken(): void {
      for (const key of [TOKEN_KEY, DETAILS_KEY]) storage.removeItem(key)
      refresh()
    },

    clear(): void {
      for (const key of [TOKEN_KEY, OPERATOR_KEY, DETAILS_KEY]) storage.removeItem(key)
      refresh()
    },

    dispose(): void {
      events.removeEventListener('storage', refresh)
      events.removeEventListener('pageshow', refresh)
      listeners.clear()
    },
  }
}

export function userIdOf(session: Session): string {
  return session.account?.id ?? 'operator'
}

/** Whether a session has expired; without a known expiry it lasts until the server ends it. */
export function isExpired(session: { expiresAt: string | null }, nowMs: number): boolean {
  return session.expiresAt !== null && new Date(session.expiresAt).getTime() <= nowMs
}

function readSession(storage: Storage): Session | null {
  const token = storage.getItem(TOKEN_KEY)
  if (!token) return null
  return {
    token,
    isOperator: storage.getItem(OPERATOR_KEY) === 'true',
    ...readDetails(storage.getItem(DETAILS_KEY)),
  }
}

/** The details are a convenience: without them the session stands on its token and flag alone. */
function readDetails(
  stored: string | null,
): Pick<Session, 'account' | 'expiresAt' | 'takesKeys' | 'rights'> {
  const nothing = { account: null, expiresAt: null, takesKeys: false, rights: null }
  if (!stored) return nothing
  try {
    return { ...nothing, ...(JSON.parse(stored) as Partial<typeof nothing>) } // written by set() above, in this shape
  } catch (error) {
    console.warn('The stored session details are unreadable and are left out.', error)
    return nothing
  }
}
