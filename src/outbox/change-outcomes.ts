import type { Change } from '#src/domain/change.ts'
import type { Actor } from '#src/domain/history.ts'

// Broadcasts the result of each attempt to every tab, wherever the drain ran. For display only: the outbox is the
// source of truth.

export type ChangeResult =
  /** Safe on this device, not sent yet. */
  | 'queued'
  /** Taken back: removed before it was sent, or its inverse is queued. */
  | 'undone'
  /** The person insisted in a conflict: `change` is queued in the place of the one in conflict. */
  | 'replaced'
  | 'done'
  /** Another device had done the same before. */
  | 'already-done'
  /** Applied twice: an earlier attempt that seemed lost took effect too. */
  | 'done-twice'
  /** A 2xx with success:false. */
  | 'declined'
  /** An error status. The change is retried, or needs a person. */
  | 'error-answer'
  | 'conflict'
  | 'no-answer'
  | 'signed-out'

export interface ChangeOutcome {
  change: Change
  result: ChangeResult
  /** For 'undone': the key of the queued inverse, if the change had been sent. */
  inverseKey?: string | undefined
  /** For 'replaced': the key of the change that was in conflict. */
  replacedKey?: string
  /** For 'already-done': the person who was first, if the server names them. */
  first?: Actor | null
  /** True if the change is retried automatically. */
  willRetry: boolean
  message: string
  /** Whether the server is reachable; a single lost call does not mean offline. Null if nothing was sent. */
  isReachable: boolean | null
}

type Listener = (outcome: ChangeOutcome) => void
const CHANNEL = 'change-outcomes'

export interface ChangeOutcomes {
  /** Notifies every tab. */
  publish(outcome: ChangeOutcome): void
  /** Notifies only this tab: other tabs do not announce a decision made in this tab. */
  publishQueued(change: Change): void
  /** Notifies only this tab of a change that was taken back. */
  publishUndone(change: Change, inverseKey: string | undefined): void
  /** Notifies only this tab of a change that replaces one in conflict. */
  publishReplaced(change: Change, replacedKey: string): void
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
    publishQueued(change) {
      notify({ change, result: 'queued', willRetry: true, message: '', isReachable: null })
    },
    publishUndone(change, inverseKey) {
      const nothingSent = { willRetry: false, message: '', isReachable: null }
      notify({ change, result: 'undone', inverseKey, ...nothingSent })
    },
    publishReplaced(change, replacedKey) {
      const nothingSent = { willRetry: true, message: '', isReachable: null }
      notify({ change, result: 'replaced', replacedKey, ...nothingSent })
    },
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
