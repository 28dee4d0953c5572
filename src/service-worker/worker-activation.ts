// Activation of the service worker. A new worker does not skip waiting on install: it waits until the user requests the
// update, so that two builds never serve one page.

/** The part of ServiceWorkerGlobalScope used here. */
export interface WorkerScope {
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'activate' | 'message', listener: (event: WorkerEvent) => void): void
}

export interface WorkerEvent {
  /** Keeps the worker running until the work is done. */
  waitUntil(work: Promise<unknown>): void
  /** The data of a message event. */
  readonly data?: unknown
}

export function startWorkerLife(scope: WorkerScope): void {
  scope.addEventListener('activate', (event) => {
    // Controls open pages at once, so that the app works offline from the first visit.
    event.waitUntil(scope.clients.claim())
  })
  scope.addEventListener('message', ({ data }) => {
    // A page sends this message when the person requests the update.
    if ((data as { type?: string } | null)?.type === 'SKIP_WAITING') void scope.skipWaiting() // untrusted data
  })
}
