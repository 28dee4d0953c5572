import type { UnsentListing } from '#src/storage/uploads-database.ts'
import type { ListingContent, UnsentListings } from './unsent-listings.ts'

// A listing that is being written. Each edit is stored on the device, one after the other.

export interface ListingDraftState {
  content: ListingContent
  /** False if the device has no room: it lasts as long as the page. */
  isKept: boolean
  /** Another tab has changed it; nothing is stored until the person has decided. */
  other: UnsentListing | null
}

export type ListingDraft = ReturnType<typeof createListingDraft>

/** `row` is what the device has of it; `content` what the writing begins with. */
export function createListingDraft(
  listings: Pick<UnsentListings, 'keep' | 'settle' | 'forget'>,
  id: string,
  { content, row }: { content: ListingContent; row: UnsentListing | null },
) {
  const listeners = new Set<() => void>()
  let state: ListingDraftState = { content, isKept: true, other: null }
  /** Of what the device has stored; null for nothing. */
  let mark = row?.mark ?? null
  let isStored = true
  let turn: Promise<void> = Promise.resolve()

  function set(change: Partial<ListingDraftState>): void {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  /** Stores what is written when its turn comes: of several edits, the last. */
  async function store(): Promise<void> {
    if (isStored) return
    isStored = true
    const kept = await listings.keep(id, state.content, mark)
    if (kept.kind === 'overtaken') {
      isStored = false
      return set({ other: kept.current })
    }
    mark = kept.mark
    if (state.isKept !== (kept.kind === 'kept')) set({ isKept: kept.kind === 'kept' })
  }

  function inTurn(work: () => Promise<void>): Promise<void> {
    turn = turn.then(work).catch((error: unknown) => {
      console.warn('The copy of a listing on this device may be out of date.', error)
    })
    return turn
  }

  function edit(next: ListingContent): Promise<void> {
    isStored = false
    set({ content: next })
    return inTurn(store)
  }

  return {
    find: (): ListingDraftState => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** An edit by the person: another text is another submission. Resolves when the device has it. */
    edit: (change: Partial<ListingContent>): Promise<void> =>
      edit({ ...state.content, submitKey: null, ...change }),
    /** Stores it as it is, or with a file that has arrived: a submission that was asked for stays so. */
    keep: (change: Partial<Pick<ListingContent, 'media'>> = {}): Promise<void> =>
      edit({ ...state.content, ...change }),
    /** The server has this content in this version. */
    async settle(saved: ListingContent, version: number): Promise<void> {
      await turn
      const isSame = state.content === saved && isStored
      set({ content: { ...state.content, version } })
      if (!isSame) return edit(state.content)
      await inTurn(async () => {
        if (await listings.settle(id, mark, version)) mark = null
      })
    },
    /** The server has all of it, also the submission. */
    async forget(): Promise<void> {
      await turn
      if (mark !== null) await listings.forget({ id, mark })
      mark = null
    },
    /** Of two versions, keeps this one; `version` is that of the other. */
    keepMine(version: number | null): Promise<void> {
      mark = state.other?.mark ?? mark
      set({ other: null })
      return edit({ ...state.content, version })
    },
    /** Goes on with the other version. */
    take(content: ListingContent): Promise<void> {
      mark = state.other?.mark ?? mark
      set({ other: null })
      return edit(content)
    },
  }
}
