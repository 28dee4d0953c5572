import type { Violation } from '#tests/faults/model/run-record.ts'
import type { Schedule } from '#tests/faults/schedule.ts'
import type { Design } from '#tests/faults/sim/design.ts'
import type { SimTab } from '#tests/faults/sim/sim-tab.ts'
import type { SimWorld } from '#tests/faults/sim/sim-world.ts'
import type { IntentLog } from './intent-log.ts'
import { type AccountName, MEMBERS, OPERATORS, type SimServer } from './sim-server.ts'

// The shared state of a market: its world, its server and the records for the judge.

export interface Market {
  readonly world: SimWorld
  readonly server: SimServer
  readonly schedule: Schedule
  readonly design: Design
  readonly log: IntentLog
  readonly violations: Violation[]
  /** Operators whose role was revoked at some time. */
  readonly revoked: Set<string>
  /** The keys of the changes that were in an outbox when it was lost. */
  readonly lostKeys: Set<string>
  /** The keys of confirmed changes that were in an outbox when it was lost. */
  readonly forgottenKeys: Set<string>
  readonly everyTab: SimTab[]
  /** The token of the other operator, who has a good network. */
  office: string
  /** The newest build that the server has. */
  published: number
}

export const ACCOUNTS: readonly AccountName[] = [...OPERATORS, ...MEMBERS]
