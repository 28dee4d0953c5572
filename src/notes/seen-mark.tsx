import { type RefObject, useEffect } from 'react'
import { useInbox } from '#src/query-cache/use-inbox.ts'
import { useMarkRead } from './use-mark-read.ts'

/**
 * Marks the mention of the reader as read once its note is in view, however the person came here. Without a network it
 * stays new, and is marked when the inbox is read again while the note is in view.
 */
export function SeenMark({ noteId, itemRef }: SeenMarkProps) {
  const { value, readAt } = useInbox()
  const isNew = value?.mentions.some((one) => one.noteId === noteId && !one.isRead) ?? false
  const { mutate, isSuccess } = useMarkRead()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another read of the inbox proves a network.
  useEffect(() => {
    if (!isNew || isSuccess || !itemRef.current) return
    if (typeof IntersectionObserver === 'undefined') return mutate({ noteId })
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      mutate({ noteId })
    })
    observer.observe(itemRef.current)
    return () => observer.disconnect()
  }, [isNew, isSuccess, itemRef, mutate, noteId, readAt])
  return null
}

interface SeenMarkProps {
  noteId: string
  itemRef: RefObject<HTMLElement | null>
}
