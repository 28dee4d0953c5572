import type { UnsentListing } from '#src/storage/uploads-database.ts'
import type { TypedAfter, TypingCopy } from './typing-copy.ts'
import type { ListingContent, UnsentListings } from './unsent-listings.ts'

// A listing that its owner is editing. The edits are stored on the device one after the other.

export interface ListingDraftState {
  content: ListingContent
  /** False if the device has no room: the content is lost when the page closes. */
  isKept: boolean
  /** The row as changed by another tab; null if no tab did. Nothing is stored until the person chooses a version. */
  other: UnsentListing | null
}

export type ListingDraft = ReturnType<typeof createListingDraft>

export interface ListingDraftParts {
  listings: Pick<UnsentListings, 'keep' | 'settle' | 'forget'>
  typing: TypingCopy
  id: string
  /** The listing as stored on this device; null if it is not stored. */
  row: UnsentListing | null
  /** The content to begin with if the device has none. */
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
  /** The mark of the stored row; null if nothing is stored. Each edit gives the row a new mark. */
  let mark = (left ?? row)?.mark ?? null
  let isStored = left === null
  let turn: Promise<void> = Promise.resolve()
  void inTurn(store)

  function set(change: Partial<ListingDraftState>): void {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  /** Stores the current content. Edits made while an earlier write runs are stored together. */
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
    /** Stores an edit by the person. Removes the submission key, because changed content needs a new one. */
    edit: (change: Partial<ListingContent>): Promise<void> =>
      edit({ ...state.content, submitKey: null, ...change }),
    /** Stores the content as it is, or with uploaded media. Keeps the key of a requested submission. */
    keep: (change: Partial<Pick<ListingContent, 'media'>> = {}): Promise<void> =>
      edit({ ...state.content, ...change }),
    /** Records that the server has stored the content `saved` as this version. */
    async settle(saved: ListingContent, version: number): Promise<void> {
      await turn
      const isSame = state.content === saved && isStored
      set({ content: { ...state.content, version } })
      if (!isSame) return edit(state.content)
      await inTurn(async () => {
        if (await listings.settle(id, mark, version)) mark = null
      })
    },
    /** Deletes the local copy. Call it after the server has the whole content and the requested submission, if any. */
    async forget(): Promise<void> {
      await turn
      typing.drop()
      if (mark !== null) await listings.forget({ id, mark })
      mark = null
    },
    /** Keeps this content instead of another tab's or the server's. `version` is the server's version number. */
    keepMine(version: number | null): Promise<void> {
      mark = state.other?.mark ?? mark
      set({ other: null })
      return edit({ ...state.content, version })
    },
    /** Replaces this content with `content`, the version of another tab or of the server. */
    take(content: ListingContent): Promise<void> {
      mark = state.other?.mark ?? mark
      set({ other: null })
      return edit(content)
    },
  }
}

/** The content typed before the page was closed; null if there is none, or the database has the same content. */
function findLeft(typing: TypingCopy, row: UnsentListing | null): TypedAfter | null {
  const left = typing.find()
  if (left === null || row === null) return left
  const textOf = ({ typed, media, submitKey }: ListingContent) =>
    JSON.stringify([typed, media, submitKey])
  return textOf(left.content) === textOf(row) ? null : left
}
