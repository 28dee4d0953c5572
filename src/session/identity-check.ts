import { CONFIRM_IDENTITY, SESSION_IDLE } from '#src/domain/wire.ts'

// Asks who is at the device when the server wants to know before it goes on. All calls that are refused meanwhile wait
// for one answer; it makes them repeat, or fail as they were refused.

/** 'asked': the question is open. 'away': it was put aside, and the server still answers no read. */
export type IdentityState = 'known' | 'asked' | 'away'

export type IdentityCheck = ReturnType<typeof createIdentityCheck>

/** `onReturn` is called when the server answers reads again. */
export function createIdentityCheck(onReturn: () => void) {
  const listeners = new Set<() => void>()
  const waiting: ((isConfirmed: boolean) => void)[] = []
  let state: IdentityState = 'known'
  let isAway = false

  function set(next: IdentityState): void {
    state = next
    for (const listener of listeners) listener()
  }

  function settle(isConfirmed: boolean, isStillAway = isAway && !isConfirmed): void {
    const hasReturned = isAway && isConfirmed
    isAway = isStillAway
    set(isAway ? 'away' : 'known')
    for (const resolve of waiting.splice(0)) resolve(isConfirmed)
    if (hasReturned) onReturn()
  }

  return {
    get: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    ask: () => set('asked'),
    settle,
    /**
     * A call was refused with this code; true if it is to be repeated. The first read that is refused because nobody
     * was here for long opens the question; reads do not wait for it, so that saved copies show.
     */
    async confirm(code: string | null, isRead: boolean): Promise<boolean> {
      const isIdle = code === SESSION_IDLE
      if (!isIdle && code !== CONFIRM_IDENTITY) return false
      if (!isAway || !isRead) set('asked')
      isAway ||= isIdle
      return !(isIdle && isRead) && new Promise((resolve) => waiting.push(resolve))
    },
  }
}
