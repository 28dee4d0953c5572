import { useState } from 'react'
import type { SignInAnswer } from '#src/domain/account.ts'
import { userIdOf } from '#src/session/session-store.ts'
import { useSessionStore } from '#src/session/use-session.ts'
import { type Entrance, useEntrance } from './entrance-context.ts'

// One identity on each device: whoever signs in while somebody else is signed in is asked first.

export interface OpenIdentityQuestion {
  /** Who would be signed out: a name, else an e-mail address. */
  who: string
  settle(mayGoOn: boolean): void
}

export function useIdentityQuestion() {
  const store = useSessionStore()
  const entrance = useEntrance()
  const [question, setQuestion] = useState<OpenIdentityQuestion | null>(null)

  /** Whether to go on as this address: at once when nobody else is signed in, else as the person answers. */
  function mayEnterAs(email: string): boolean | Promise<boolean> {
    const session = store.find()
    if (!session) return true
    const account = session.account
    if (account?.email?.trim().toLowerCase() === email) return true
    return new Promise((resolve) => {
      const who = account?.fullName ?? account?.email ?? 'the person signed in'
      const settle = (mayGoOn: boolean) => {
        setQuestion(null)
        resolve(mayGoOn)
      }
      setQuestion({ who, settle })
    })
  }

  /** Makes the answer this device's session. Whoever else was signed in leaves first. */
  async function enter(answer: SignInAnswer): Promise<void> {
    const before = store.find()
    if (before && userIdOf(before) !== answer.account.id) await entrance.leave()
    store.set(answer)
  }

  /**
   * The server let in somebody who may not come in here. It ended the session that was presented: the same person goes
   * on with the new one, anybody else has left, as they were asked, and the new one ends as well.
   */
  async function turnAway(answer: SignInAnswer): Promise<void> {
    const before = store.find()
    if (before && userIdOf(before) === answer.account.id) return store.set(answer)
    if (before) await entrance.leave()
    // Nobody waits for it: the form can be used again at once.
    void revoke(entrance, answer.token)
  }

  return { question, mayEnterAs, enter, turnAway }
}

async function revoke({ loadApi }: Entrance, token: string): Promise<void> {
  try {
    const { revokeToken } = await loadApi()
    await revokeToken(token)
  } catch (error) {
    // No device knows this token; the server's copy of it ends by its own date.
    console.info('The session could not be ended on the server.', error)
  }
}
