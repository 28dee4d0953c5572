import type { ListingChange } from '#src/domain/change.ts'
import type { ChangeBatch } from '#src/domain/listing/change-batch.ts'
import { commandOf, countProperties } from '#src/domain/listing/listing-commands.ts'
import { groupIndian } from '#src/domain/money.ts'
import type { BatchProgress } from '#src/outbox/batches/batch-progress.ts'
import type { UndoneBatch } from '#src/outbox/batches/batch-store.ts'
import { conflictLabel } from '#src/outbox/conflict-messages.ts'
import { findTrouble } from '#src/outbox/trouble-messages.ts'

// What screens say about batches.

/** 'Reject 1,240 properties'; 'Undo: Reject 1,240 properties'. */
export function batchLabel({ decision, undoes, count }: ChangeBatch): string {
  const label = commandOf(decision).forMany(countProperties(count))
  return undoes === null ? label : `Undo: ${label}`
}

/** '812 of 1,240 done · 425 waiting · 3 need attention'. */
export function progressLabel({ batch, done, open, stuck }: BatchProgress): string {
  const parts = [
    `${groupIndian(done)} of ${groupIndian(batch.count)} done`,
    open > 0 && `${groupIndian(open)} ${batch.isPaused ? 'paused' : 'waiting'}`,
    stuck.length > 0 && needAttention(stuck.length),
  ]
  return parts.filter(Boolean).join(' · ')
}

/** The one message at the end: '1,236 properties rejected. 4 need attention.' */
export function endMessage({ batch, done, stuck }: BatchProgress): string {
  const { done: participle } = commandOf(batch.decision)
  const what = batch.undoes === null ? participle : 'set back to what they were'
  const made = done > 0 ? `${countProperties(done)} ${what}.` : null
  const failed = stuck.length > 0 ? `${needAttention(stuck.length)}.` : null
  return [made, failed].filter(Boolean).join(' ') || 'Nothing was changed.'
}

/** Null if the batch of the changes that set listings back says it at its end. */
export function undoneMessage({ removed, inverse, standing }: UndoneBatch): string | null {
  const parts = [
    removed > 0 &&
      !inverse &&
      `Undone: ${countProperties(removed)} ${removed === 1 ? 'is' : 'are'} as before.`,
    standing > 0 &&
      `${groupIndian(standing)} ${standing === 1 ? 'stays as it is: it was' : 'stay as they are: they were'} deleted, or decided again since.`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(' ') : null
}

/** Changes that a person has to look at, by the reason. */
export interface Failure {
  why: string
  changes: readonly ListingChange[]
}

/** What failed and why, the most frequent reason first. */
export function listFailures(stuck: readonly ListingChange[], nowMs: number): Failure[] {
  const byReason = new Map<string, ListingChange[]>()
  for (const change of stuck) {
    const why =
      change.state === 'conflict'
        ? conflictLabel(change, nowMs)
        : (findTrouble(change)?.why ?? 'The server refused it.')
    const known = byReason.get(why)
    if (known) known.push(change)
    else byReason.set(why, [change])
  }
  return [...byReason.entries()]
    .map(([why, changes]) => ({ why, changes }))
    .sort((a, b) => b.changes.length - a.changes.length)
}

/** Whether another try of a change that failed can succeed. */
export function canSendAgain(change: ListingChange): boolean {
  return findTrouble(change)?.canSendAgain ?? false
}

function needAttention(count: number): string {
  return `${groupIndian(count)} ${count === 1 ? 'needs' : 'need'} attention`
}
