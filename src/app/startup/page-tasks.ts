import type { Connectivity } from '#src/outbox/connectivity.ts'
import type { SessionStore } from '#src/session/session-store.ts'
import type { PagePresence } from '#src/storage/page-presence.ts'
import { savesData } from '#src/ui/media/data-saver.ts'
import { type BadgeParts, startAppBadge } from '../app-badge.ts'
import { startLiveChanges } from '../live-changes.ts'
import { startScreenRefresh } from '../screen-refresh.ts'

export interface PageTaskParts extends BadgeParts {
  session: SessionStore
  connectivity: Connectivity
  isHeldByHiddenPage: PagePresence['isHeldByHiddenPage']
}

/** Starts to follow the server's changes, the refresh of visible lists, and the badge on the app's icon. Returns a function that stops both. */
export function startPageTasks(
  window: Window & typeof globalThis,
  parts: PageTaskParts,
): () => void {
  const { navigator } = window
  const { queryClient, connectivity, session, isHeldByHiddenPage } = parts
  const { findUserId } = session
  const live = startLiveChanges(window, {
    session,
    connectivity,
    savesData,
    onChange: (topics) => refresh.noteChange(topics),
  })
  const { isFollowing } = live
  const refresh = startScreenRefresh(window, {
    queryClient,
    findUserId,
    connectivity,
    savesData,
    isFollowing,
    isHeldByHiddenPage,
  })
  const stops = [live.stop, refresh.stop]
  // Not every browser supports app badges.
  if ('setAppBadge' in navigator) stops.push(startAppBadge(navigator, parts))
  return () => {
    for (const stop of stops) stop()
  }
}
