import type { AlertStage, StageOptions } from './alert-stage.ts'
import { DATABASE_PLAYS } from './database-plays.ts'
import { IDLE_PLAYS } from './idle-plays.ts'
import { SERVER_PLAYS } from './server-plays.ts'

// What each alert says about a real server: silent while nothing is wrong, with each setting that an alert depends on,
// and firing under its fault.

export interface AlertPlay {
  what: string
  isOnPostgres?: boolean
  /** The alerts that fire at some minute of the play; all others stay silent. */
  fires: readonly string[]
  env?: Record<string, string>
  prepare?: StageOptions['prepare']
  /** Only the superuser may mount it: the play is left out for others. */
  isOnSmallDisk?: boolean
  play(stage: AlertStage): Promise<void>
}

export const ALERT_PLAYS: readonly AlertPlay[] = [...IDLE_PLAYS, ...SERVER_PLAYS, ...DATABASE_PLAYS]
