import type { Connectivity } from '#src/outbox/sending/connectivity.ts'
import type { SessionStore } from '#src/session/session-store.ts'
import { savesData } from '#src/ui/media/data-saver.ts'
import { type BadgeParts, startAppBadge } from '../app-badge.ts'
import { startScreenRefresh } from '../screen-refresh.ts'

export interface PageTaskParts extends BadgeParts {
  session: SessionStore
  connectivity: Connectivity
}

/** Starts the refresh of visible lists, and the badge on the app's icon. Returns a function that stops both. */
export function startPageTasks(
  window: Window & typeof globalThis,
  parts: PageTaskParts,
): () => void {
  const { navigator } = window
  const { queryClient, connectivity, session } = parts
  const { findUserId } = session
  const stops = [startScreenRefresh(window, { queryClient, findUserId, connectivity, savesData })]
  // Not every browser supports app badges.
  if ('setAppBadge' in navigator) stops.push(startAppBadge(navigator, parts))
  return () => {
    for (const stop of stops) stop()
  }
}
