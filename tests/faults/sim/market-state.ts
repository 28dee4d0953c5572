import type { Violation } from '#tests/faults/model/run-record.ts'
import type { Schedule } from '#tests/faults/schedule.ts'
import type { Design } from './design.ts'
import type { IntentLog } from './intent-log.ts'
import { type AccountName, MEMBERS, OPERATORS, type SimServer } from './sim-server.ts'
import type { SimTab } from './sim-tab.ts'
import type { SimWorld } from './sim-world.ts'

// What all of a market share: its world, its server, and what is noted on the way.

export interface Market {
  readonly world: SimWorld
  readonly server: SimServer
  readonly schedule: Schedule
  readonly design: Design
  readonly log: IntentLog
  readonly violations: Violation[]
  /** Operators whose role was taken away at some time. */
  readonly revoked: Set<string>
  /** The keys of the changes that were in an outbox when it was lost. */
  readonly lostKeys: Set<string>
  /** The keys of the confirmations that were in it. */
  readonly forgottenKeys: Set<string>
  readonly everyTab: SimTab[]
  /** The token of the operator at a desk with a good network. */
  office: string
  /** The newest build that the server has. */
  published: number
}

export const ACCOUNTS: readonly AccountName[] = [...OPERATORS, ...MEMBERS]
