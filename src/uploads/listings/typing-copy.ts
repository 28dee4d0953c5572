import type { ListingContent } from './unsent-listings.ts'

// What was typed in this tab and is not in the database yet: writing there takes longer than a reload.

export interface TypedAfter {
  content: ListingContent
  /** Of what the database had then; null for nothing. */
  mark: string | null
}

export interface TypingCopy {
  find(): TypedAfter | null
  keep(typed: TypedAfter): void
  drop(): void
}

/** A sign-out removes it with the drafts of forms (src/session/use-draft.ts), which begin with the same words. */
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
