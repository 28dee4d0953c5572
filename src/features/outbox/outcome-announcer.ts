import type { Change } from '#src/domain/change.ts'
import type { ChangeOutcome } from '#src/sync/change-outcomes.ts'
import {
  alreadyMessage,
  type DrainSummary,
  messagesFor,
  summaryMessage,
  twiceMessage,
} from './outcome-messages.ts'

// Turns what became of changes into messages: success only after the server's yes, an error once a change and not once
// a try, and one summary for what went out unattended.

export interface Announcement {
  tone: 'success' | 'error' | 'info'
  message: string
  id?: string
  /** The change that an Undo beside the message takes back. */
  undo?: Change
}

const SAVED_ID = 'saved-on-this-device'

export interface AnnouncerParts {
  isOnline(): boolean
  /** The device works offline on purpose. */
  isHeldBack(): boolean
  show(announcement: Announcement): void
  /** Whether anything is on its way or due, so that a summary had better wait for it. */
  isBusy(): boolean
}

export type Announcer = ReturnType<typeof createAnnouncer>

export function createAnnouncer({ isOnline, isHeldBack, show, isBusy }: AnnouncerParts) {
  /** Queued on this page and not told "saved" since: somebody waits for the answer. */
  const attended = new Set<string>()
  const errorTold = new Set<string>()
  let summary = emptySummary()

  function tellSaved(key: string) {
    attended.delete(key)
    show({
      tone: 'info',
      message: isHeldBack()
        ? 'Saved on this device. It is sent when you go back online.'
        : 'Saved on this device. It is sent when the server can be reached.',
      id: SAVED_ID,
    })
  }

  function tellError(key: string, message: string) {
    if (errorTold.has(key)) return
    errorTold.add(key)
    show({ tone: 'error', message })
  }

  function announceAttended({ change, result }: ChangeOutcome) {
    const messages = messagesFor(change)
    if (result === 'done') {
      const undo = change.entity === 'listing' && change.action.kind === 'status'
      show({ tone: 'success', message: messages.done, ...(undo && { undo: change }) })
    } else if (result === 'already-done') show({ tone: 'info', message: alreadyMessage(change) })
    else if (result === 'declined') tellError(change.key, messages.declined)
    else if (result === 'error-answer' || result === 'conflict')
      tellError(change.key, messages.error)
    else if (result === 'no-answer') tellSaved(change.key)
  }

  function countUnattended({ change, result, willRetry }: ChangeOutcome) {
    if (result === 'done' || result === 'done-twice') summary.sent += 1
    else if (result === 'already-done') summary.already.push(change)
    else if (!willRetry) summary.needYou += 1
  }

  return {
    announce(outcome: ChangeOutcome): void {
      const { key } = outcome.change
      // Whoever looks on or not: a person has to tidy up.
      if (outcome.result === 'done-twice') tellError(key, twiceMessage(outcome.change))
      if (outcome.result === 'queued') {
        attended.add(key)
        if (!isOnline()) tellSaved(key)
        return
      }
      if (attended.has(key)) announceAttended(outcome)
      else countUnattended(outcome)
      if (!outcome.willRetry) attended.delete(key)
    },

    /** Shows the summary of what went out unattended, once nothing more is on its way. */
    summarise(): void {
      const total = summary.sent + summary.already.length + summary.needYou
      if (total === 0 || isBusy()) return
      const tone = summary.needYou > 0 ? 'error' : 'success'
      show({ tone, message: summaryMessage(summary), id: 'summary' })
      summary = emptySummary()
    },
  }
}

function emptySummary(): DrainSummary & { already: Change[] } {
  return { sent: 0, already: [], needYou: 0 }
}
