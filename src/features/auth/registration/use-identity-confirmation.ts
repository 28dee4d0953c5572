import { useState } from 'react'
import type { SignInAnswer } from '#src/domain/account/account.ts'
import { type AuthPageServices, useAuthPageServices } from '#src/features/auth/auth-page-context.ts'
import { userIdOf } from '#src/session/session-store.ts'
import { useSessionStore } from '#src/session/use-session.ts'

// A device has one identity: a sign-in while another person is signed in needs a confirmation.

export interface OpenIdentityConfirmation {
  /** The person who would be signed out: a name, else an e-mail address. */
  who: string
  settle(mayGoOn: boolean): void
}

export function useIdentityConfirmation() {
  const store = useSessionStore()
  const authPage = useAuthPageServices()
  const [confirmation, setConfirmation] = useState<OpenIdentityConfirmation | null>(null)

  /** Whether to sign in with this e-mail address: true if nobody else is signed in, else the answer to the dialog. */
  function mayEnterAs(email: string): boolean | Promise<boolean> {
    const session = store.find()
    if (!session) return true
    const account = session.account
    if (account?.email?.trim().toLowerCase() === email) return true
    return new Promise((resolve) => {
      const who = account?.fullName ?? account?.email ?? 'the person signed in'
      const settle = (mayGoOn: boolean) => {
        setConfirmation(null)
        resolve(mayGoOn)
      }
      setConfirmation({ who, settle })
    })
  }

  /** Stores the answer as this device's session, after signing out any other person. */
  async function enter(answer: SignInAnswer): Promise<void> {
    const before = store.find()
    if (before && userIdOf(before) !== answer.account.id) await authPage.leave()
    store.set(answer)
  }

  /**
   * Ends a sign-in with an account that may not use this screen. The server has already ended this device's previous
   * session. If that session was the same person's, the new session replaces it. Otherwise the new session is ended on
   * the server, and another person who was signed in here is signed out.
   */
  async function turnAway(answer: SignInAnswer): Promise<void> {
    const before = store.find()
    if (before && userIdOf(before) === answer.account.id) return store.set(answer)
    if (before) await authPage.leave()
    // Not awaited: the form can be used again at once.
    void revoke(authPage, answer.token)
  }

  return { confirmation, mayEnterAs, enter, turnAway }
}

async function revoke({ loadApi }: AuthPageServices, token: string): Promise<void> {
  try {
    const { revokeToken } = await loadApi()
    await revokeToken(token)
  } catch (error) {
    // Harmless: this device does not store the token, and the session expires on the server by itself.
    console.info('The session could not be ended on the server.', error)
  }
}
