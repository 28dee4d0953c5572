import type { Change } from '#src/domain/change.ts'

// What became of each try, told to every tab wherever the drain ran. A message for people, never a source of truth:
// that is the outbox.

export type ChangeResult =
  /** Safe on this device, not sent yet. */
  | 'queued'
  | 'done'
  /** Another device had done the same before. */
  | 'already-done'
  /** Done, and an earlier try that was thought lost had its effect as well. */
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
  /** True when it is tried again without a person. */
  willRetry: boolean
  message: string
  /** Whether the server answers: a call may be lost on a network that is there. Null when nothing was tried. */
  isReachable: boolean | null
}

type Listener = (outcome: ChangeOutcome) => void
const CHANNEL = 'change-outcomes'

export interface ChangeOutcomes {
  /** Tells every tab. */
  publish(outcome: ChangeOutcome): void
  /** Tells this tab alone: whose decision it is, the others need not attend to. */
  tellHere(outcome: ChangeOutcome): void
  subscribe(listener: Listener): () => void
  dispose(): void
}

export function createChangeOutcomes(): ChangeOutcomes {
  const channel = new BroadcastChannel(CHANNEL)
  const listeners = new Set<Listener>()
  const tell = (outcome: ChangeOutcome) => {
    for (const listener of listeners) listener(outcome)
  }
  channel.onmessage = (event: MessageEvent<ChangeOutcome>) => tell(event.data)
  return {
    publish(outcome) {
      channel.postMessage(outcome)
      tell(outcome)
    },
    tellHere: tell,
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
