import type { Change } from '#src/domain/change.ts'
import type { Actor } from '#src/domain/history.ts'

// Broadcasts the result of each attempt to every tab, wherever the drain ran. For display only: the outbox is the source
// of truth.

export type ChangeResult =
  /** Safe on this device, not sent yet. */
  | 'queued'
  | 'done'
  /** Another device had done the same before. */
  | 'already-done'
  /** Applied twice: an earlier attempt that seemed lost took effect too. */
  | 'done-twice'
  /** A 2xx with success:false. */
  | 'declined'
  /** An error status, whether it is tried again or needs a person. */
  | 'error-answer'
  | 'conflict'
  | 'no-answer'
  | 'signed-out'

export interface ChangeOutcome {
  change: Change
  result: ChangeResult
  /** Of 'already-done': who was first, where the server says it. */
  first?: Actor | null
  /** True if the change is retried automatically. */
  willRetry: boolean
  message: string
  /** Whether the server answers: one call may fail on a working network. Null when nothing was tried. */
  isReachable: boolean | null
}

type Listener = (outcome: ChangeOutcome) => void
const CHANNEL = 'change-outcomes'

export interface ChangeOutcomes {
  /** Notifies every tab. */
  publish(outcome: ChangeOutcome): void
  /** Notifies only this tab: other tabs need not announce its decision. */
  publishLocally(outcome: ChangeOutcome): void
  subscribe(listener: Listener): () => void
  dispose(): void
}

export function createChangeOutcomes(): ChangeOutcomes {
  const channel = new BroadcastChannel(CHANNEL)
  const listeners = new Set<Listener>()
  const notify = (outcome: ChangeOutcome) => {
    for (const listener of listeners) listener(outcome)
  }
  channel.onmessage = (event: MessageEvent<ChangeOutcome>) => notify(event.data)
  return {
    publish(outcome) {
      channel.postMessage(outcome)
      notify(outcome)
    },
    publishLocally: notify,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    dispose() {
      listeners.clear()
      channel.close()
    },
  }
}
