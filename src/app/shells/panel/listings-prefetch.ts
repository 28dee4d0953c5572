import type { QueryClient } from '@tanstack/react-query'
import type { Runtime } from '#src/app/runtime.ts'
import { savedReadQuery } from '#src/query-cache/use-saved-read.ts'
import { mayDo } from '#src/session/use-may.ts'
import { type DataSaverNavigator, savesData } from '#src/ui/media/data-saver.ts'
import { loadReviewScreen } from './panel-review.tsx'
import { preloadSection } from './panel-section.tsx'
import { loadListingSheet, loadReasonSheet } from './panel-sheet.tsx'

// Prefetches the listings while the first screen is in view. The operator usually opens them next: they then appear at
// once, and are available for an offline review.

export interface PrefetchWindow {
  navigator: DataSaverNavigator & {
    /** Network Information API, missing in TypeScript's DOM library. */
    connection?: { effectiveType?: string }
    serviceWorker?: { ready: Promise<unknown> }
  }
  /** Missing in Safari. */
  requestIdleCallback?: (run: () => void) => void
}

type PrefetchParts = Pick<Runtime, 'session' | 'queryClient' | 'sync'>

/**
 * Prefetches once for each operator who signs in, after the first screen has loaded and the worker is ready, because
 * both use the same connection. Does nothing without service worker support.
 */
export function startListingsPrefetch(window: PrefetchWindow, runtime: PrefetchParts): () => void {
  const { session, queryClient, sync } = runtime
  let prefetchedFor: string | null = null
  let isOver = false

  async function prefetch(): Promise<void> {
    const userId = session.findUserId()
    if (userId === null || userId === prefetchedFor || !session.find()?.isOperator) return
    if (!mayDo(session.find(), 'see-listings')) return
    // Waits for the first screen's own read, which proves that there is a network.
    if (!hasRead(queryClient) || !sync.connectivity.isProven()) return
    if (savesData(window.navigator) || isSlow(window.navigator.connection)) return
    prefetchedFor = userId
    await new Promise<void>((resolve) => whenIdle(window, resolve))
    const isWanted = () => !isOver && session.findUserId() === userId
    if (!isWanted()) return
    try {
      const [{ LISTINGS }] = await Promise.all([
        import('#src/query-cache/use-listings.ts'),
        preloadSection('property'),
      ])
      if (!isWanted()) return
      await queryClient.prefetchQuery(savedReadQuery(LISTINGS, sync, queryClient))
      await prefetchForReview()
      // The first press on a listing then shows its details without loading code.
      await Promise.all([loadListingSheet(), loadReviewScreen(), loadReasonSheet()])
    } catch (error) {
      console.warn('The listings could not be prefetched; they load when they are opened.', error)
    }
  }

  /** Prefetches the reasons for offline rejections, and the order of an offline review. A bare backend has neither. */
  async function prefetchForReview(): Promise<void> {
    const person = session.find()
    if (!person?.takesKeys || !mayDo(person, 'decide-listings')) return
    const [{ REASONS }, { REVIEW_RULES }] = await Promise.all([
      import('#src/query-cache/use-reasons.ts'),
      import('#src/query-cache/use-review-rules.ts'),
    ])
    await queryClient.prefetchQuery(savedReadQuery(REASONS, sync, queryClient))
    await queryClient.prefetchQuery(savedReadQuery(REVIEW_RULES, sync, queryClient))
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

/** Whether a read has succeeded and no read is in flight. */
function hasRead(client: QueryClient): boolean {
  const isAnyThere = client.getQueryCache().findAll({ predicate: isThere }).length > 0
  return isAnyThere && client.isFetching() === 0
}

function isThere({ state }: { state: { status: string } }): boolean {
  return state.status === 'success'
}

/** True on 2G, where nothing is prefetched. */
function isSlow(connection: { effectiveType?: string } | undefined): boolean {
  return /2g$/.test(connection?.effectiveType ?? '')
}

function whenIdle(window: PrefetchWindow, run: () => void): void {
  if (window.requestIdleCallback) window.requestIdleCallback(run)
  else setTimeout(run)
}
