import type { ChangeOutcomes } from '#src/outbox/change-outcomes.ts'
import type { Connectivity } from '#src/outbox/connectivity.ts'
import type { OutboxStore } from '#src/outbox/outbox-store.ts'
import type { AttemptParts } from './attempt-change.ts'
import type { DrainTurn, StartedRun } from './drain-run.ts'

// What a drain is given by its page or worker, and what a run of it has.

export interface DrainSession {
  userId: string
  token: string
}

/** A drain run that may claim. */
export interface DrainRun extends StartedRun {
  session: DrainSession
}

export interface DrainParts extends AttemptParts, DrainTurn {
  store: OutboxStore
  outcomes: Pick<ChangeOutcomes, 'publish'>
  /** The user and token to send with; read before every claim. */
  findSession(): Promise<DrainSession | null>
  /** Called before sending if it is not known whether the server is reachable, so that no change is claimed in vain. */
  isReachable(): Promise<boolean>
  reachability: Pick<Connectivity, 'get' | 'isProven' | 'report'>
  onSignedOut(token: string, body: unknown): Promise<void>
  isVisible(): boolean
  /** Notifies the tab or worker that is draining of new changes. */
  notifyHolder?: () => void
  now?: () => number
  random?: () => number
}
