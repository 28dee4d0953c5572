import type { UnsentListing } from '#src/storage/uploads-database.ts'
import type { TypedAfter, TypingCopy } from './typing-copy.ts'
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

export interface ListingDraftParts {
  listings: Pick<UnsentListings, 'keep' | 'settle' | 'forget'>
  typing: TypingCopy
  id: string
  /** What the device has of it. */
  row: UnsentListing | null
  /** What the writing begins with otherwise. */
  start: ListingContent
}

export function createListingDraft({ listings, typing, id, row, start }: ListingDraftParts) {
  const listeners = new Set<() => void>()
  const left = findLeft(typing, row)
  let state: ListingDraftState = {
    content: left?.content ?? row ?? start,
    isKept: true,
    other: null,
  }
  /** Of what the device has stored; null for nothing. */
  let mark = (left ?? row)?.mark ?? null
  let isStored = left === null
  let turn: Promise<void> = Promise.resolve()
  void inTurn(store)

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
    if (isStored && kept.kind === 'kept') typing.drop()
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
    typing.keep({ content: next, mark })
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
      typing.drop()
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

/** What was typed before the page was closed, unless the database has it. */
function findLeft(typing: TypingCopy, row: UnsentListing | null): TypedAfter | null {
  const left = typing.find()
  if (left === null || row === null) return left
  const textOf = ({ typed, media, submitKey }: ListingContent) =>
    JSON.stringify([typed, media, submitKey])
  return textOf(left.content) === textOf(row) ? null : left
}
