import type { ListingClaim } from '#src/domain/claim/claim.ts'
import type { RoadBatch } from '#src/domain/claim/road-batch.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import type { ListingDecision } from '#src/domain/listing/listing-change.ts'

// Whatever queues a decision asks here first if somebody else reviews the listing. A claim stops nobody: the answer decides,
// and without a recent list of claims nothing is asked. Claims are not queued: made without a network, one would mean nothing.

export interface ClaimQuestion {
  claim: ListingClaim
  answer(isYes: boolean): void
}

export interface ClaimsState {
  /** The claims of other people, by listing. */
  others: ReadonlyMap<string, ListingClaim>
  /** The person's own claims, by listing. */
  own: ReadonlyMap<string, ListingClaim>
  /** What the person has reserved for the road, also without a network; null without. Undefined until the device has looked. */
  road: RoadBatch | null | undefined
  /** The open question; null without one. */
  question: ClaimQuestion | null
}

const NOTHING: ClaimsState = { others: new Map(), own: new Map(), road: undefined, question: null }

export type ClaimQuestions = ReturnType<typeof createClaimQuestions>

export function createClaimQuestions() {
  const listeners = new Set<() => void>()
  let state = NOTHING

  function set(change: Partial<ClaimsState>) {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  return {
    get: (): ClaimsState => state,

    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /** Called by the gate of the panel, which asks; with no claims when it goes. */
    setClaims(
      claims: Iterable<ListingClaim>,
      readerId: string | undefined,
      road?: RoadBatch | null,
    ): void {
      const [others, own] = [new Map<string, ListingClaim>(), new Map<string, ListingClaim>()]
      for (const claim of claims)
        (claim.personId === readerId ? own : others).set(claim.listingId, claim)
      set({ others, own, road })
    },

    /** Whether a decision about the listing has to be confirmed first. */
    isNeededFor: ({ id }: Pick<Listing, 'id'>, { kind }: ListingDecision): boolean =>
      kind === 'status' && state.others.has(id),

    /** Resolves to whether the person decides all the same; at once if nobody else has the listing. */
    ask({ id }: Pick<Listing, 'id'>): Promise<boolean> {
      const claim = state.others.get(id)
      if (!claim) return Promise.resolve(true)
      state.question?.answer(false)
      return new Promise((resolve) => {
        const question: ClaimQuestion = {
          claim,
          answer(isYes) {
            if (state.question === question) set({ question: null })
            resolve(isYes)
          },
        }
        set({ question })
      })
    },
  }
}
