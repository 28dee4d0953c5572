import { type Change, type ChangeState, needsPerson } from '#src/domain/change.ts'
import { formatAge } from '#src/domain/dates.ts'
import { displayValue } from '#src/domain/text.ts'

// How the outbox speaks of changes, and in which order.

/** A change that the server has not confirmed. */
export type OpenChange = Change & { state: Exclude<ChangeState, 'acked'> }

/** What waits for a person first, then what is on its way, each in the order of queueing. */
export function listOpenChanges(changes: readonly Change[]): OpenChange[] {
  const open = changes.filter((change) => isOpen(change))
  return [...open.filter(needsPerson), ...open.filter((change) => !needsPerson(change))]
}

function isOpen(change: Change): change is OpenChange {
  return change.state !== 'acked'
}

export const STATE_WORDS: Record<OpenChange['state'], string> = {
  sending: 'Sending…',
  waiting: 'Waiting',
  parked: 'Needs you',
  conflict: 'Changed elsewhere',
}

const STATUS_ACTIONS = {
  approved: 'Approve',
  rejected: 'Reject',
  pending: 'Set to pending',
} as const

const EVENT_ACTIONS = {
  create: 'Create event',
  update: 'Change event',
  delete: 'Delete event',
} as const

export function actionWords({ entity, action }: Change): string {
  if (entity === 'event') return EVENT_ACTIONS[action.kind]
  return action.kind === 'delete' ? 'Delete' : STATUS_ACTIONS[action.to]
}

/** 'just now', '5 min ago'. */
export function agoWords(sinceMs: number, nowMs: number): string {
  const age = formatAge(nowMs - sinceMs)
  return age === 'just now' ? age : `${age} ago`
}

/** When it was queued and how often it was tried. */
export function effortWords({ queuedAt, tries }: Change, nowMs: number): string {
  const queued = `Queued ${agoWords(queuedAt, nowMs)}`
  if (tries === 0) return `${queued} · Not sent yet`
  return `${queued} · ${tries === 1 ? 'Tried once' : `Tried ${tries} times`}`
}

/** The last error of a change; a conflict tells its own story. */
export function findErrorWords({ state, lastError }: Change): string | null {
  if (state === 'conflict' || !lastError) return null
  return displayValue(lastError.message)
}
