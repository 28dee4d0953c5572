import type { Change } from '#src/domain/change.ts'
import { isForPages } from '#src/outbox/kinds/kinds.ts'
import type { OutboxStore } from '#src/outbox/outbox-store.ts'
import { LONGEST_LEASE_MS } from '#src/outbox/queue/change-rules.ts'

// A claim while its change is sent. Its lease covers one try of most changes. A change that takes minutes, because its files
// do, keeps its claim alive, and with it the run: a frozen page does neither, so another one takes over.

const KEEP_MS = 15_000 // three times within the lease of a run

export interface HeldClaim {
  /** False once another run may have taken over the claim. */
  isStillClaimed(): boolean
  /** Aborts when the claim is lost. */
  signal: AbortSignal
  release(): void
}

export interface HeldClaimParts {
  change: Change
  fencingToken: number
  store: Pick<OutboxStore, 'keepClaim' | 'sendHeartbeat'>
  now(): number
  /** Called when the claim was prolonged: other changes may have become due meanwhile. */
  onKept(): void
}

export function holdClaim(parts: HeldClaimParts): HeldClaim {
  const { change, fencingToken, store, now } = parts
  const abort = new AbortController()
  let { leasedUntil } = change

  async function keep(): Promise<void> {
    try {
      const next = now() + LONGEST_LEASE_MS
      if (now() < leasedUntil && (await store.keepClaim(change, next))) leasedUntil = next
      else abort.abort()
      await store.sendHeartbeat(fencingToken, now())
      parts.onKept()
    } catch (error) {
      console.warn('A claim could not be prolonged; the page tries again.', error)
    }
  }

  const timer = isForPages(change) ? setInterval(() => void keep(), KEEP_MS) : undefined
  return {
    // A tab frozen since its claim must not send: another tab may have sent the change.
    isStillClaimed: () => now() < leasedUntil,
    signal: abort.signal,
    release: () => clearInterval(timer),
  }
}
