import { useEffect, useSyncExternalStore } from 'react'

// About which records this page has text that is typed and not saved: colleagues see that beside the person's claim.

/** By record: how many forms have such text. */
const counts = new Map<string, number>()
const listeners = new Set<() => void>()

/** While `hasText`, the record has typed text in this page. */
export function useTypedText(recordId: string | null, hasText: boolean): void {
  useEffect(() => {
    if (recordId === null || !hasText) return
    add(recordId, 1)
    return () => add(recordId, -1)
  }, [recordId, hasText])
}

export function useHasTypedText(recordId: string | null): boolean {
  return useSyncExternalStore(subscribe, () => recordId !== null && counts.has(recordId))
}

function add(recordId: string, by: 1 | -1): void {
  const count = (counts.get(recordId) ?? 0) + by
  if (count > 0) counts.set(recordId, count)
  else counts.delete(recordId)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
