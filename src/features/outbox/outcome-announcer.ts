import type { Change, ListingChange } from '#src/domain/change.ts'
import { groupIndian } from '#src/domain/money.ts'
import { displayName } from '#src/domain/text.ts'
import type { ChangeOutcome } from '#src/outbox/change-outcomes.ts'
import { conflictsMessage } from '#src/outbox/conflict-messages.ts'
import { wordsOf } from '#src/outbox/kinds/kind-words.ts'
import { hasOwnContent } from '#src/outbox/kinds/kinds.ts'
import { REASON_REQUIRED } from '#src/outbox/kinds/listing/listing-words.ts'
import {
  alreadyMessage,
  type DrainSummary,
  summaryMessage,
  twiceMessage,
} from './outcome-messages.ts'
import {
  CONFLICTS_ID,
  countDecided,
  createDecidedListings,
  createToastGroup,
  namesOf,
} from './toast-groups.ts'

// Turns the outcomes of changes into messages: success only after the server's confirmation, one error per change and
// not per try, one message for a series of equal outcomes, and one summary of the changes whose results nobody waits
// for. A conflict is no error: somebody else decided first.

export interface Announcement {
  tone: 'success' | 'error' | 'info'
  message: string
  /** The listings that the message is about. */
  detail?: string
  id?: string
  /** The changes that the message's Undo button reverts, newest first. */
  undo?: readonly ListingChange[]
  /** How many conflicts the message is about; its button opens the outbox, where a person settles them. */
  conflicts?: number
  /** The rejection to which the message's button adds a reason. */
  rejected?: ListingChange
  /** The rejections that the server refused for want of a reason; the message's button asks for it. */
  unexplained?: readonly ListingChange[]
  /** Called when the message has left the screen, or its Undo was pressed. */
  onGone?: () => void
}

const SAVED_ID = 'saved-on-this-device'
const DECIDED_ID = 'decided'
const ALREADY_ID = 'already-done'

export interface AnnouncerParts {
  isOnline(): boolean
  /** Whether the device works offline on purpose. */
  isHeldBack(): boolean
  show(announcement: Announcement): void
  /** Whether changes are in flight or due, so that a summary should wait for them. */
  isBusy(): boolean
}

export type Announcer = ReturnType<typeof createAnnouncer>

export function createAnnouncer({ isOnline, isHeldBack, show, isBusy }: AnnouncerParts) {
  /** Changes queued on this page and not announced yet: the person waits for their results. */
  const attended = new Map<string, Change>()
  const announcedErrors = new Set<string>()
  const failures = new Map<string, ReturnType<typeof createToastGroup<Change>>>()
  const conflicts = createToastGroup<ListingChange>((change) => change)
  const already = createToastGroup<ChangeOutcome>(({ change }) => change)
  const decided = createDecidedListings()
  let summary = emptySummary()

  function announceSaved(change: Change) {
    attended.delete(change.key)
    show({
      ...rejectionOf(change),
      tone: 'info',
      message: isHeldBack()
        ? 'Saved on this device. It is sent when you go back online.'
        : 'Saved on this device. It is sent when the server can be reached.',
      id: SAVED_ID,
    })
  }

  function announceError(change: Change, message: string) {
    if (announcedErrors.has(change.key)) return
    announcedErrors.add(change.key)
    const group = failures.get(message) ?? createToastGroup<Change>((one) => one)
    failures.set(message, group)
    const rows = group.add(change)
    const count = rows.length > 1 ? `${groupIndian(rows.length)} · ` : ''
    const isNamed = rows.length > 1 || change.entity === 'listing'
    const unexplained = rows.filter(lacksReason)
    show({
      tone: 'error',
      message,
      ...(unexplained.length > 0 && { unexplained }),
      ...(isNamed && { detail: `${count}${namesOf(rows)}` }),
      id: `failed: ${message}`,
      onGone: group.clear,
    })
  }

  function announceConflict(change: ListingChange) {
    const rows = conflicts.add(change)
    show({
      tone: 'info',
      message: `${conflictsMessage(rows)}.`,
      ...(rows.length > 1 && { detail: namesOf(rows) }),
      id: CONFLICTS_ID,
      conflicts: rows.length,
      onGone: conflicts.clear,
    })
  }

  function announceAlready(outcome: ChangeOutcome) {
    const rows = already.add(outcome)
    show({
      tone: 'info',
      message: alreadyMessage(rows),
      ...(rows.length > 1 && { detail: namesOf(rows.map(({ change }) => change)) }),
      id: ALREADY_ID,
      onGone: already.clear,
    })
  }

  // One toast for all decisions in quick succession: a stack of toasts would cover the next listing.
  function announceDone(change: Change, message: string) {
    const tone = 'success'
    if (change.entity !== 'listing') return show({ tone, message })
    if (change.action.kind !== 'status')
      return show({ tone, message, detail: displayName(change.entityName) })
    const undo = decided.add(change, change.action.to)
    const own = rejectionOf(change)
    const common = { ...own, tone, id: DECIDED_ID, undo, onGone: decided.clear } as const
    if (undo.length === 1) return show({ ...common, message, detail: namesOf(undo) })
    const counts = countDecided(undo)
    const isUndone = undo.every(({ action }) => action.kind === 'status' && action.to === 'pending')
    if (isUndone) return show({ ...common, message: counts, detail: namesOf(undo) })
    show({ ...common, message, detail: `${counts} · ${namesOf(undo)}` })
  }

  function announceAttended(outcome: ChangeOutcome) {
    const { change, result } = outcome
    const messages = wordsOf(change).outcomesOf(change)
    if (result === 'done') announceDone(change, messages.done)
    else if (result === 'already-done') announceAlready(outcome)
    else if (result === 'declined') announceError(change, messages.declined)
    else if (result === 'error-answer') announceError(change, messages.error)
    else if (result === 'conflict' && change.entity === 'listing') announceConflict(change)
    else if (result === 'no-answer') announceSaved(change)
  }

  /** A listing is not awaited by anyone: the list of listings says why one was not sent. */
  function announcePosting({ change, result }: ChangeOutcome) {
    if (result !== 'done' || change.action.kind !== 'submit') return
    const title = change.entityName ? `: ${change.entityName}` : ''
    const message = `${wordsOf(change).outcomesOf(change).done}${title}`
    show({ tone: 'success', message, detail: 'It is checked before it goes live.' })
  }

  function countUnattended(outcome: ChangeOutcome) {
    const { change, result, willRetry } = outcome
    if (result === 'done' || result === 'done-twice') summary.sent += 1
    else if (result === 'already-done') summary.already.push(outcome)
    else if (result === 'conflict' && change.entity === 'listing') summary.conflicts.push(change)
    else if (!willRetry) summary.needYou += 1
  }

  return {
    announce(outcome: ChangeOutcome): void {
      const { key } = outcome.change
      if (outcome.result === 'replaced') return // the person sees it in the outbox, where they insisted
      if (!hasOwnContent(outcome.change)) {
        announcePosting(outcome)
        return
      }
      // Announced even if nobody waits for the result: the event exists twice, and the person has to delete one.
      if (outcome.result === 'done-twice')
        announceError(outcome.change, twiceMessage(outcome.change))
      if (outcome.result === 'queued') {
        attended.set(key, outcome.change)
        if (!isOnline()) announceSaved(outcome.change)
        return
      }
      if (outcome.result === 'undone') {
        attended.delete(key)
        return
      }
      if (attended.has(key)) announceAttended(outcome)
      else countUnattended(outcome)
      if (!outcome.willRetry) attended.delete(key)
    },

    /** Call when the server stops answering: announces that the awaited changes are saved on this device. */
    noteOffline(): void {
      for (const change of attended.values()) announceSaved(change)
    },

    /** Shows the summary of the changes whose results nobody waits for, unless a change is in flight or due. */
    summarise(): void {
      const { sent, already, needYou, conflicts: lost } = summary
      if (sent + already.length + needYou + lost.length === 0 || isBusy()) return
      const tone = needYou > 0 ? 'error' : lost.length > 0 ? 'info' : 'success'
      const more = lost.length > 0 ? { conflicts: lost.length } : {}
      show({ tone, message: summaryMessage(summary), id: 'summary', ...more })
      summary = emptySummary()
    },
  }
}

function lacksReason(change: Change): change is ListingChange {
  return change.entity === 'listing' && change.lastError?.code === REASON_REQUIRED
}

function emptySummary(): DrainSummary & { already: ChangeOutcome[]; conflicts: ListingChange[] } {
  return { sent: 0, already: [], conflicts: [], needYou: 0 }
}

/**
 * The rejection to which a reason can be added, if any. A change without an idempotency key goes to a
 * bare backend, which accepts no reasons.
 */
function rejectionOf(change: Change): Pick<Announcement, 'rejected'> {
  if (change.entity !== 'listing' || !change.isKeyed) return {}
  const { action } = change
  return action.kind === 'status' && action.to === 'rejected' ? { rejected: change } : {}
}
