import type { ListingChange } from '#src/domain/change.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import type { ListingDecision } from '#src/domain/listing/listing-change.ts'
import type { ChosenReason } from '#src/domain/listing/rejection-reason.ts'
import type { ListingChangeDraft } from './kinds/change-draft.ts'

// Where the team's owners require it, a rejection is not queued before its reason is known. Whatever queues a rejection
// asks here, for one or for several listings; one sheet of the panel shows the question.

/** A listing to be rejected. The version is null on a bare backend, which takes no reasons. */
export type AskedListing = Pick<Listing, 'id' | 'name' | 'version'>

export interface ReasonQuestion {
  listings: readonly AskedListing[]
  /** The reason that was refused before, or suggested; null without one. */
  first: ChosenReason | null
  /** Queues the rejections with their reason. Rejects if the device cannot store them; the question then stays open. */
  answer(reason: ChosenReason): Promise<void>
  /** Closes the question: nothing is decided. */
  cancel(): void
}

export type ReasonQuestions = ReturnType<typeof createReasonQuestions>

export function createReasonQuestions() {
  const listeners = new Set<() => void>()
  let open: ReasonQuestion | null = null
  let isRequired = false
  let suggested: { listingId: string; reason: ChosenReason } | null = null

  function set(next: ReasonQuestion | null) {
    open = next
    for (const listener of listeners) listener()
  }

  return {
    /** The open question; null without one. */
    get: (): ReasonQuestion | null => open,

    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /** Called by the screen that asks, with what the server requires; with false when it goes. */
    setRequired(next: boolean): void {
      isRequired = next
    },

    /**
     * The next rejection of this listing asks for its reason, with this one filled in, also where none is required. Null
     * takes it back.
     */
    suggest(listingId: string, reason: ChosenReason | null): void {
      if (reason) suggested = { listingId, reason }
      else if (suggested?.listingId === listingId) suggested = null
    },

    /** Whether this decision needs a reason that it does not have yet. */
    isNeededFor(
      { id, version }: Pick<AskedListing, 'version'> & Partial<Pick<AskedListing, 'id'>>,
      decision: ListingDecision,
    ): boolean {
      const isRejection = decision.kind === 'status' && decision.to === 'rejected'
      const isAsked = isRequired || (suggested !== null && suggested.listingId === id)
      return isAsked && version !== null && isRejection && !decision.reason
    },

    /** Resolves to the result of `store`, or to null when the person closes the question. */
    ask<Result>(
      listings: readonly AskedListing[],
      store: (reason: ChosenReason) => Promise<Result>,
      refused: ChosenReason | null = null,
    ): Promise<Result | null> {
      open?.cancel()
      const isSuggested = listings.length === 1 && listings[0]?.id === suggested?.listingId
      const first = refused ?? (isSuggested ? suggested?.reason : null) ?? null
      if (isSuggested) suggested = null
      return new Promise((resolve) => {
        function close(result: Result | null) {
          if (open === question) set(null)
          resolve(result)
        }
        const question: ReasonQuestion = {
          listings,
          first,
          answer: async (reason) => close(await store(reason)),
          cancel: () => close(null),
        }
        set(question)
      })
    },
  }
}

/** The listing of a change, for the question about the reason of its rejection. */
export function askedOf({ entityId, entityName, baseVersion }: ListingChange): AskedListing {
  return { id: entityId, name: entityName, version: baseVersion }
}

/** A refused rejection, as it is queued again with another reason. */
export function rejectAgain(refused: ListingChange, reason: ChosenReason): ListingChangeDraft {
  const { userId, entity, entityId, entityName, origin, from, baseVersion, isKeyed, batch } =
    refused
  return {
    ...{ userId, entity, entityId, entityName, origin, from, baseVersion, isKeyed },
    ...(batch && { batch }),
    action: { kind: 'status', to: 'rejected', reason },
  }
}
