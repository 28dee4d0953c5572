import type { ListingContent } from './unsent-listings.ts'

// Copies typed text to web storage until IndexedDB has stored it, because a reload may interrupt the write to
// IndexedDB.

export interface TypedAfter {
  content: ListingContent
  /** The mark of the database row that the text is based on; null if there was none. */
  mark: string | null
}

export interface TypingCopy {
  find(): TypedAfter | null
  keep(typed: TypedAfter): void
  drop(): void
}

/** The key has the prefix of form drafts (src/session/use-draft.ts), so that a sign-out removes it too. */
export function createTypingCopy(storage: Storage, userId: string, id: string): TypingCopy {
  const key = `draft:${userId}:listing:${id}`
  return {
    find() {
      const text = storage.getItem(key)
      return text === null ? null : (JSON.parse(text) as TypedAfter) // written by keep()
    },
    keep(typed) {
      try {
        storage.setItem(key, JSON.stringify(typed))
      } catch (error) {
        console.warn('What is typed cannot be kept for a reload.', error)
      }
    },
    drop: () => storage.removeItem(key),
  }
}
