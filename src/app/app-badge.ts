import type { QueryClient } from '@tanstack/react-query'
import { countChanges } from '#src/domain/change.ts'
import { countPending as sumPending } from '#src/domain/listing/device-share.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import type { OutboxView } from '#src/outbox/outbox-view.ts'
import { foldChanges } from '#src/outbox/overlay/overlay.ts'
import type { SavedRead } from '#src/query-cache/cached-reads.ts'
import { savedReadKey } from '#src/query-cache/saved-read-key.ts'
import { findBoard } from '#src/query-cache/use-seen-listing.ts'
import type { Session, SessionStore } from '#src/session/session-store.ts'
import { userIdOf } from '#src/session/session-store.ts'

// Shows a number on the app's icon: the listings and changes that need attention. Uses the data that screens have
// loaded and sends no requests.

const GATHER_MS = 500 // throttle: a drain run confirms many changes at once, and counting a long list is slow

export type BadgeNavigator = Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>

export interface BadgeParts {
  session: Pick<SessionStore, 'find' | 'subscribe'>
  view: Pick<OutboxView, 'get' | 'subscribe'>
  queryClient: QueryClient
}

/** Keeps the number on the icon current. The returned function stops the updates; the last number remains. */
export function startAppBadge(navigator: BadgeNavigator, parts: BadgeParts): () => void {
  let shown: number | null = null
  let hasWarned = false
  let timer: ReturnType<typeof setTimeout> | null = null

  async function show(): Promise<void> {
    timer = null
    const count = countForBadge(parts)
    if (count === null || count === shown) return
    shown = count
    try {
      await (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge())
    } catch (error) {
      // The app is not installed, or has no permission. The app works without a badge.
      if (!hasWarned) console.warn("The number on the app's icon could not be set.", error)
      hasWarned = true
    }
  }

  function plan(): void {
    timer ??= setTimeout(() => void show(), GATHER_MS)
  }

  const stops = [
    parts.session.subscribe(plan),
    parts.view.subscribe(plan),
    parts.queryClient.getQueryCache().subscribe(({ type }) => {
      if (type === 'updated') plan()
    }),
  ]
  plan()
  return () => {
    for (const stop of stops) stop()
    if (timer) clearTimeout(timer)
  }
}

/** Counts the user's changes that need attention and, for operators, the pending listings; null if unknown. */
function countForBadge({ session, view, queryClient }: BadgeParts): number | null {
  const now = session.find()
  if (!now) return 0
  const { state, changes } = view.get()
  if (state === 'loading') return null
  const { needsYou } = countChanges(changes)
  if (!now.isOperator) return needsYou
  const read = findListings(queryClient, now)
  if (!read) return null
  const { rows } = foldChanges(read.listings, changes, read.ackedBefore)
  return countPending(rows) + read.pendingBeyond + needsYou
}

/** Returns all listings if they were loaded, else those of the dashboard, which lists pending listings first. */
function findListings(queryClient: QueryClient, session: Session) {
  const userId = userIdOf(session)
  const key = savedReadKey(userId, 'listings')
  const whole = queryClient.getQueryData<SavedRead<readonly Listing[]>>(key)
  if (!whole) {
    const board = findBoard(queryClient, userId)
    return board && { ...board, pendingBeyond: 0 }
  }
  const { value: listings, ackedBefore, partOf } = whole
  const pending = partOf ? sumPending(partOf) : 0
  return { listings, ackedBefore, pendingBeyond: Math.max(0, pending - countPending(listings)) }
}

function countPending(listings: readonly Listing[]): number {
  return listings.filter(({ status }) => status === 'pending').length
}
