import type { Change, ChangeOrigin, ListingChange, QueuedVisit } from '#src/domain/change.ts'
import { type EventAction, titleOf } from '#src/domain/event/event-change.ts'
import type { MarketEvent } from '#src/domain/event/market-event.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import type { ListingDecision } from '#src/domain/listing/listing-change.ts'
import type { ChosenReason } from '#src/domain/listing/rejection-reason.ts'
import type { StoragePersistence } from '#src/storage/storage-persistence.ts'
import { createBatchActions } from './batches/batch-actions.ts'
import type { ChangeOutcomes } from './change-outcomes.ts'
import { createClaimQuestions } from './claim-questions.ts'
import { type CommitParts, commitChange } from './commit-change.ts'
import type { ChangeDraft, PostingTicket } from './kinds/change-draft.ts'
import { contactDraftOf, type MadeContact } from './kinds/contact/contact-draft.ts'
import { isForPages } from './kinds/kinds.ts'
import { type ExplainedRejection, explanationDraft } from './kinds/listing/explanation-draft.ts'
import { noteDraftOf, type WantedNoteChange } from './kinds/note/note-draft.ts'
import { queuePosting } from './kinds/posting/queue-posting.ts'
import { type MadeVisit, visitDraftOf, withoutPhotos } from './kinds/visit/visit-draft.ts'
import type { OutboxView } from './outbox-view.ts'
import type { QueueOutcome } from './queue/queue-store.ts'
import { askedOf, createReasonQuestions, rejectAgain } from './reason-questions.ts'
import { createUndoActions } from './undo-actions.ts'
import type { WorkOffline } from './work-offline.ts'

// User actions on changes. Every change of a listing or an event goes through here, also when online: first committed,
// then shown, then sent. The last step is `ackChange` in sending/settle-store.ts, once the server has confirmed it.

export interface OutboxParts extends CommitParts {
  /** The owner of the changes. Null when signed out; nothing can be queued then. */
  findUserId(): string | null
  /** Whether the server that this person signed in to honours an Idempotency-Key. */
  takesKeys(): boolean
  /** Shows a change after its commit, and hides one after its removal. */
  view: Pick<OutboxView, 'show' | 'hide' | 'get'>
  outcomes: Pick<ChangeOutcomes, 'publishQueued' | 'publishUndone' | 'publishReplaced'>
  /** Triggers a drain run; queued changes are already safe. */
  triggerDrain(): void
  /** Deletes the content of a change that is kept elsewhere on this device: a listing with its files. */
  discardContent(change: Change): Promise<void>
  workOffline: WorkOffline
  persistence: Pick<StoragePersistence, 'getSpace' | 'checkSpace' | 'askOnce'>
}

export type Outbox = ReturnType<typeof createOutbox>

export function createOutbox(parts: OutboxParts) {
  const { openStore, findUserId, takesKeys, view, outcomes, triggerDrain } = parts
  const { workOffline, persistence } = parts
  const questions = createReasonQuestions()
  const claims = createClaimQuestions()

  async function queue(draftFor: (userId: string) => ChangeDraft): Promise<QueueOutcome> {
    const userId = findUserId()
    if (!userId) throw new Error('Nobody is signed in.')
    const outcome = await commitChange(parts, draftFor(userId))
    if (outcome.outcome === 'queued' && outcome.change) {
      show(outcome.change)
      triggerDrain()
    }
    return outcome
  }

  /** After the commit: the screens and the announcements have the change, and the browser is asked to keep it. */
  function show(change: Change): void {
    view.show(change)
    outcomes.publishQueued(change)
    void persistence.askOnce()
    void persistence.checkSpace()
  }

  /**
   * Resolves once the change is safe on the device; to null if somebody else reviews the listing, or a reason is needed, and
   * the person closed the question. `listing` is the listing as shown on the screen.
   */
  async function queueListing(
    listing: Pick<Listing, 'id' | 'name' | 'status' | 'version'>,
    action: ListingDecision,
    origin: ChangeOrigin,
  ): Promise<QueueOutcome | null> {
    if (claims.isNeededFor(listing, action) && !(await claims.ask(listing))) return null
    if (questions.isNeededFor(listing, action))
      return questions.ask(
        [listing],
        (reason) => queueDecision(listing, { ...action, reason } as ListingDecision, origin), // only a rejection needs a reason
      )
    return queueDecision(listing, action, origin)
  }

  function queueDecision(
    listing: Pick<Listing, 'id' | 'name' | 'status' | 'version'>,
    action: ListingDecision,
    origin: ChangeOrigin,
  ): Promise<QueueOutcome> {
    return queue((userId) => ({
      entity: 'listing',
      userId,
      entityId: listing.id,
      entityName: listing.name,
      action,
      origin,
      from: listing.status,
      baseVersion: listing.version,
      isKeyed: listing.version !== null,
    }))
  }

  async function discard(change: Change): Promise<boolean> {
    if (!(await (await openStore()).discardChange(change))) return false
    view.hide(change)
    if (isForPages(change)) await parts.discardContent(change)
    triggerDrain()
    return true
  }

  return {
    queueListing,

    /** Whether `queueListing` would ask the person something before it queues this decision. */
    asksBefore: (listing: Pick<Listing, 'id' | 'version'>, action: ListingDecision): boolean =>
      claims.isNeededFor(listing, action) || questions.isNeededFor(listing, action),

    /** Decisions about many listings at once. */
    batches: createBatchActions({ ...parts, questions }),

    /**
     * Resolves once the reason is safe on the device, queued behind the rejection that it explains. 'cancelled' when
     * the listing was decided again on this device.
     */
    queueReason(rejection: ExplainedRejection, reason: ChosenReason): Promise<QueueOutcome> {
      return queue((userId) => explanationDraft(userId, rejection, reason))
    },

    /** Resolves once the change is safe on the device. `event` is as shown on the screen; null for a new one. */
    queueEvent(
      event: Pick<MarketEvent, 'id' | 'title'> | null,
      action: EventAction,
    ): Promise<QueueOutcome> {
      const title = titleOf(action) ?? event?.title ?? null
      return queue((userId) => ({
        entity: 'event',
        userId,
        entityId: event?.id ?? null,
        entityName: title,
        action,
        isKeyed: takesKeys(),
      }))
    },

    /** Resolves once the change of a note, the attempt to contact an owner, or the visit, is safe on the device. */
    queueNote: (note: WantedNoteChange) => queue((userId) => noteDraftOf(userId, note)),
    queueContact: (made: MadeContact) => queue((userId) => contactDraftOf(userId, made)),
    queueVisit: (made: MadeVisit) => queue((userId) => visitDraftOf(userId, made)),

    /** Queues a listing of an owner, as it is stored on this device. */
    queuePosting: (draft: PostingTicket): Promise<Change> => queuePosting(parts, draft),

    ...createUndoActions({ ...parts, queueListing }),

    /**
     * Asks for one reason for refused rejections, and queues them again with it. False if the person closed the question.
     */
    async explainRefused(refused: readonly ListingChange[]): Promise<boolean> {
      const listings = refused.map(askedOf)
      const [first] = refused
      const given = first?.action.kind === 'status' ? (first.action.reason ?? null) : null
      const isDone = await questions.ask(
        listings,
        async (reason) => {
          for (const change of refused) await queue(() => rejectAgain(change, reason))
          return true
        },
        given,
      )
      return isDone ?? false
    },

    /** They ask for the reason of a rejection, and before a decision about a listing that somebody else reviews. */
    questions,
    claims,

    /** False if none of the changes waits or needs a person any more. */
    async retry(...changes: readonly Change[]): Promise<boolean> {
      const isAnyDue = (await (await openStore()).retryChanges(changes)) > 0
      if (isAnyDue) triggerDrain()
      return isAnyDue
    },

    /** Discards a change; false if it is being sent or was settled. Changes that it blocked can now be sent. */
    discard,

    /** Queues it before the one with photos leaves, so that no crash loses both; the server records the same visit once. */
    async sendWithoutPhotos(change: QueuedVisit): Promise<boolean> {
      await queue((userId) => withoutPhotos(userId, change))
      return discard(change)
    },

    /**
     * Conflict: queues the operator's change again, based on the other side's version. False if the change is no longer in
     * conflict.
     */
    async keepMine(change: Change): Promise<boolean> {
      const insisted = await (await openStore()).keepMine(change)
      if (!insisted) return false
      outcomes.publishReplaced(insisted, change.key)
      triggerDrain()
      return true
    },

    /** Conflict: keeps the other side's change. False if the change is no longer in conflict. */
    keepTheirs: async (change: Change) => (await openStore()).keepTheirs(change),

    /** "Send now": sends at once, also the changes that wait for a retry because their last try got no answer. */
    async syncNow(): Promise<void> {
      const userId = findUserId()
      if (userId) await (await openStore()).makeUnansweredDue(userId)
      triggerDrain()
    },

    /** Changes of the signed-in person that this build cannot read, as they are stored. */
    async listUnreadable(): Promise<object[]> {
      const userId = findUserId()
      return userId ? (await openStore()).listUnreadable(userId) : []
    },

    /** The work-offline switch, which holds back all sending. */
    workOffline,
  }
}
