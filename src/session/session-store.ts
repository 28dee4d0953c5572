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
  /** Whether the server honours an Idempotency-Key; false unless the sign-in answer states it. */
  takesKeys: boolean
  /** Whether the stored flag is exactly 'true'. It opens only the panel's shell: the server authorises every call. */
  isOperator: boolean
  /** The person's permissions; null until the server has sent them, and on a bare backend. */
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
  // While this page was in the back/forward cache, another user may have signed in.
  events.addEventListener('pageshow', refresh)

  return {
    /** The current session; the same object until the session changes. */
    find: (): Session | null => current,

    /** The user whose data this device may show and send; 'operator' without account details, null if signed out. */
    findUserId: (): string | null => (current ? userIdOf(current) : null),

    /** The device token for this account's next sign-in on this device; null if none is stored. */
    findDeviceToken: (email: string): string | null => findDeviceToken(storage, email),

    subscribe(listener: Listener): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /**
     * Stores the sign-in answer. Sets the operator flag only for the role 'admin'. Ignores an expiry in the past: then
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

    /** Stores the device token for this account's next sign-in on this device. */
    keepDeviceToken: (email: string, deviceToken: string): void =>
      keepDeviceToken(storage, email, deviceToken),

    /** Updates the account or the rights in the session's details. Does nothing without a session. */
    update(change: Partial<Pick<Session, 'account' | 'rights'>>): void {
      if (!current) return
      const { account, expiresAt, takesKeys, rights } = current
      const details = { account, expiresAt, takesKeys, rights, ...change }
      storage.setItem(DETAILS_KEY, JSON.stringify(details))
      refresh()
    },

    /** Removes the token and the details, but keeps the operator flag: for a 401 outside the panel. */
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

/** Whether a session has expired. Without a known expiry, it lasts until the server ends it. */
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

/** Reads the optional details. If they are missing or unreadable, the session has only its token and flag. */
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
