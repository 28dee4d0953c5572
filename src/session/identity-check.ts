import { CONFIRM_IDENTITY, SESSION_IDLE } from '#src/domain/wire.ts'

// Asks the person to confirm their identity when the server requires it for a call. All refused calls wait for one
// confirmation, except reads of an idle session, that is, one unused for hours. After the confirmation, the calls are
// repeated; if it is cancelled, they fail as refused.

/** 'asked': the confirmation dialog is open. 'away': it was dismissed, and the server still refuses all reads. */
export type IdentityState = 'known' | 'asked' | 'away'

export type IdentityCheck = ReturnType<typeof createIdentityCheck>

/** Calls `onReturn` when the server answers reads again. */
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
     * Handles a call that was refused with this code; resolves to whether to repeat it. In an idle session, the first
     * refused read opens the confirmation, but reads do not wait for it, so that screens show saved copies.
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
