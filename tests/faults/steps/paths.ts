import { DECISION_PATHS } from './decision-paths.ts'
import type { Path } from './play-path.ts'
import { TROUBLE_PATHS } from './trouble-paths.ts'

// The ways through the engine, each a story as small as it can be. A step of the source that none of them reaches fails
// the test, or stands with a reason among the exceptions.

export const PATHS: readonly Path[] = [...DECISION_PATHS, ...TROUBLE_PATHS]

/** Steps that no path reaches, each with the reason. */
export const UNREACHED: readonly { step: RegExp; reason: string }[] = [
  { step: /^cached-reads\.ts:/, reason: 'keeps what the screens read, over a query client' },
  { step: /^cache-entry-store\.ts:remove/, reason: 'discards a saved copy of the screens' },
  {
    step: /^outbox-observer\.ts:|^reading-store\.ts:(readChanges|readAll)#/,
    reason: 'tells a screen',
  },
  { step: /^(reading-store|outbox)\.ts:listUnreadable#/, reason: 'reads for the export' },
  { step: /^work-offline\.ts:/, reason: 'what a page knows of the switch for the field' },
  { step: /^page-hold\.ts:/, reason: 'waited for before the app reloads its own page' },
  { step: /^page-suspension\.ts:/, reason: 'waits only while the browser has suspended the page' },
  {
    step: /^storage-persistence\.ts:|^outbox\.ts:queue#1$/,
    reason: 'asks the browser about free space before a change is queued',
  },
  { step: /^drain\.ts:idle#/, reason: 'waited for when the page is left behind' },
  {
    step: /^session-mirror-store\.ts:reach#[23]$/,
    reason: 'the way out of a fault, reached by the faults at reach#1',
  },
  {
    step: /^claim-store\.ts:ackChange#4$/,
    reason: 'two events that say the same, both answers lost: these people never repeat themselves',
  },
]
