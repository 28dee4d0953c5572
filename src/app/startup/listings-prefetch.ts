import type { QueryClient } from '@tanstack/react-query'
import { loadReviewScreen } from '#src/app/shells/panel/panel-review.tsx'
import { preloadListings } from '#src/app/shells/panel/panel-section.tsx'
import { loadListingSheet, loadReasonSheet } from '#src/app/shells/panel/panel-sheet.tsx'
import { savedReadQuery } from '#src/query-cache/use-saved-read.ts'
import { mayDo } from '#src/session/use-may.ts'
import { type DataSaverNavigator, savesData } from '#src/ui/media/data-saver.ts'
import type { Runtime } from '../runtime.ts'

// Prefetches the listings, which the operator opens next, while the first screen is in view: a tap shows them at once,
// and they are available for an offline review.

export interface PrefetchWindow {
  navigator: DataSaverNavigator & {
    /** Not in TypeScript's DOM library. */
    connection?: { effectiveType?: string }
    serviceWorker?: { ready: Promise<unknown> }
  }
  /** Safari has none. */
  requestIdleCallback?: (run: () => void) => void
}

type PrefetchParts = Pick<Runtime, 'session' | 'queryClient' | 'sync'>

/**
 * Prefetches once for each person who signs in as the operator, after the first screen has loaded and the worker, which
 * uses the same connection, is ready. Without worker support, there is no prefetching.
 */
export function startListingsPrefetch(window: PrefetchWindow, runtime: PrefetchParts): () => void {
  const { session, queryClient, sync } = runtime
  let prefetchedFor: string | null = null
  let isOver = false

  async function prefetch(): Promise<void> {
    const userId = session.findUserId()
    if (userId === null || userId === prefetchedFor || !session.find()?.isOperator) return
    if (!mayDo(session.find(), 'see-listings')) return
    // The first screen's own read comes first, and proves that there is a network.
    if (!hasRead(queryClient) || !sync.connectivity.isProven()) return
    if (savesData(window.navigator) || isSlow(window.navigator.connection)) return
    prefetchedFor = userId
    await new Promise<void>((resolve) => whenIdle(window, resolve))
    const isWanted = () => !isOver && session.findUserId() === userId
    if (!isWanted()) return
    try {
      const listings = await preloadListings()
      if (!isWanted()) return
      await queryClient.prefetchQuery(savedReadQuery(listings, sync, queryClient))
      await prefetchReasons()
      // A first press on a listing then shows its details at once.
      await Promise.all([loadListingSheet(), loadReviewScreen(), loadReasonSheet()])
    } catch (error) {
      console.warn('The listings could not be prefetched; they load when they are opened.', error)
    }
  }

  /** For offline rejections. A bare backend has no reasons. */
  async function prefetchReasons(): Promise<void> {
    const person = session.find()
    if (!person?.takesKeys || !mayDo(person, 'decide-listings')) return
    const { REASONS } = await import('#src/query-cache/use-reasons.ts')
    await queryClient.prefetchQuery(savedReadQuery(REASONS, sync, queryClient))
  }

  const stops: (() => void)[] = []
  void window.navigator.serviceWorker?.ready.then(() => {
    if (isOver) return
    stops.push(session.subscribe(() => void prefetch()))
    stops.push(queryClient.getQueryCache().subscribe(() => void prefetch()))
    void prefetch()
  })
  return () => {
    isOver = true
    for (const stop of stops) stop()
  }
}

/** A read has succeeded, and no read is in flight. */
function hasRead(client: QueryClient): boolean {
  const isAnyThere = client.getQueryCache().findAll({ predicate: isThere }).length > 0
  return isAnyThere && client.isFetching() === 0
}

function isThere({ state }: { state: { status: string } }): boolean {
  return state.status === 'success'
}

/** No preloading on 2G. */
function isSlow(connection: { effectiveType?: string } | undefined): boolean {
  return /2g$/.test(connection?.effectiveType ?? '')
}

function whenIdle(window: PrefetchWindow, run: () => void): void {
  if (window.requestIdleCallback) window.requestIdleCallback(run)
  else setTimeout(run)
}
