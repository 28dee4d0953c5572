import type { ListingProblem, UnsentListing } from '#src/storage/uploads-database.ts'
import type { TypingCopy } from './typing-copy.ts'
import type { ListingContent, ListingEdit, UnsentListings } from './unsent-listings.ts'

// A listing that its owner is editing. The edits are stored on the device one after the other, and applied to the row as it is
// then: the outbox adds files and versions to it.

export interface ListingDraftState {
  content: ListingContent
  /** False if the device has no room: the content is lost when the page closes. */
  isKept: boolean
  /** Why the server refused the content; null if it did not. */
  problem: ListingProblem | null
  /** The row as changed by another tab; null if no tab did. Nothing is stored until the person chooses a version. */
  other: UnsentListing | null
}

export type ListingDraft = ReturnType<typeof createListingDraft>

export interface ListingDraftParts {
  listings: Pick<UnsentListings, 'edit'>
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
  /** The content as it is stored, and its mark; null if nothing was stored. Each edit gives the row a new mark. */
  let base: ListingContent = row ?? (left ? { ...start, version: left.content.version } : start)
  let mark = (left ?? row)?.mark ?? null
  /** False once the outbox has sent the row, which is then gone. */
  let isStored = row !== null
  /** The edits that are not stored yet, oldest first. */
  let unstored: readonly ListingEdit[] = left ? [typedAs(left.content)] : []
  let state: ListingDraftState = {
    content: withEdits(unstored, base),
    isKept: true,
    problem: row?.problem ?? null,
    other: null,
  }
  let turn: Promise<void> = Promise.resolve()
  void inTurn(store)

  function set(change: Partial<ListingDraftState>): void {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  /** Stores the edits. Those that are made while an earlier write runs are stored together. */
  async function store(): Promise<void> {
    const given = unstored
    if (given.length === 0) return
    const apply: ListingEdit = (before) => withEdits(given, before)
    const kept = await listings.edit(id, apply, { content: base, mark })
    if (kept.kind === 'overtaken') return set({ other: kept.current })
    base = kept.row
    mark = kept.row.mark
    isStored = true
    unstored = unstored.slice(given.length)
    const isKept = kept.kind === 'kept'
    if (unstored.length === 0 && isKept) typing.drop()
    set({ content: withEdits(unstored, base), isKept, problem: null })
  }

  function inTurn(work: () => Promise<void>): Promise<void> {
    turn = turn.then(work).catch((error: unknown) => {
      console.warn('The copy of a listing on this device may be out of date.', error)
    })
    return turn
  }

  function edit(change: ListingEdit): Promise<void> {
    unstored = [...unstored, change]
    const content = withEdits(unstored, base)
    typing.keep({ content, mark })
    set({ content })
    return inTurn(store)
  }

  /** Replaces all content, instead of another tab's or the server's. */
  function replace(content: ListingContent): Promise<void> {
    mark = state.other?.mark ?? mark
    set({ other: null })
    return edit(() => content)
  }

  return {
    find: (): ListingDraftState => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Whether the content is on the device. */
    isStored: (): boolean => isStored,
    /** The mark of the content that was stored last. */
    findMark: (): string | null => mark,
    /** Follows the row: any page may send it, and adds what the server answers. Null once the server has all of it. */
    follow(stored: UnsentListing | null): void {
      if (stored === null) isStored = false
      // A row of another tab is asked about with the next edit.
      if (stored === null || stored.mark !== mark) return
      base = stored
      const content = withEdits(unstored, base)
      const isSame = JSON.stringify([content, stored.problem]) === textOf(state)
      if (!isSame) set({ content, problem: stored.problem })
    },
    /** Stores an edit by the person. Removes the submission key, because changed content needs a new one. */
    edit: (change: (before: ListingContent) => Partial<ListingContent>): Promise<void> =>
      edit((before) => ({ ...before, submitKey: null, ...change(before) })),
    /** Stores the content as it is, if it is not on the device. */
    keep: (): Promise<void> =>
      inTurn(async () => {
        if (isStored) return
        unstored = [...unstored, (before) => before]
        await store()
      }),
    /** Keeps this content instead of another tab's or the server's. `version` is the server's version number. */
    keepMine: (version: number | null): Promise<void> =>
      replace({ ...state.content, submitKey: null, version }),
    /** Replaces this content with the version of another tab or of the server. */
    take: (content: Omit<ListingContent, 'submitKey'>): Promise<void> =>
      replace({ ...content, submitKey: null }),
  }
}

const typedAs =
  ({ typed }: Pick<ListingContent, 'typed'>): ListingEdit =>
  (before) => ({ ...before, typed, submitKey: null })

function withEdits(edits: readonly ListingEdit[], content: ListingContent): ListingContent {
  return edits.reduce((before, change) => change(before), content)
}

function textOf({ content, problem }: ListingDraftState): string {
  return JSON.stringify([content, problem])
}

/** The text typed before the page was closed; null if there is none, or the database has the same text. */
function findLeft(typing: TypingCopy, row: UnsentListing | null) {
  const left = typing.find()
  if (JSON.stringify(left?.content.typed) !== JSON.stringify(row?.typed)) return left
  typing.drop()
  return null
}
