import { Workbox } from 'workbox-window'
import { hasUnfinishedWork } from '#src/app/session/unfinished-work.ts'
import { noteMissingFile, watchMissingFiles } from '#src/features/device/offline-readiness.ts'
import { pageReleased } from '#src/storage/page-hold.ts'
import { type AppWindow, askServedBuild, loadNewestBuild } from './newest-build.ts'

// Registers the service worker and asks before it activates a new build, so that an update interrupts nobody. Once one
// tab has activated the build, hidden tabs without unfinished work reload automatically; the other tabs ask first.

const CHECK_MS = 60 * 60 * 1000 // an installed app may stay open for days, so check hourly
const CHECK_PAUSE_MS = 30_000 // when the app is shown again, the last check must be at least this long ago

const WORKER = '/sw.js'

/** `waiting`: a new build is ready. `behind`: a new build is active, but this page still runs the previous one. */
export type UpdateState = 'none' | 'waiting' | 'behind'

export interface AppUpdates {
  get(): UpdateState
  subscribe(listener: () => void): () => void
  /** Activates a waiting build and reloads this page, which then runs the newest build. */
  apply(): void
}

export function startAppUpdates(window: AppWindow): AppUpdates {
  const { document, navigator } = window
  const listeners = new Set<() => void>()
  let state: UpdateState = 'none'
  let isApplying = false
  let looks = 0

  function set(next: UpdateState): void {
    if (next === state) return
    state = next
    for (const listener of listeners) listener()
  }

  /** Updates the state. Without a controlling worker, the page cannot be behind an update. */
  async function checkForUpdate(registration: ServiceWorkerRegistration): Promise<void> {
    if (!navigator.serviceWorker.controller) return
    looks += 1
    const own = looks
    const served = await askServedBuild(window)
    if (own !== looks || isApplying) return
    if (served === 'other') set('behind')
    else set(registration.waiting ? 'waiting' : 'none')
    await follow()
  }

  async function follow(): Promise<void> {
    await pageReleased()
    if (state !== 'behind' || isApplying) return
    if (document.visibilityState === 'visible' || hasUnfinishedWork(document)) return
    isApplying = true
    window.location.reload()
  }

  document.addEventListener('visibilitychange', () => void follow())
  void register(window, checkForUpdate)

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    apply() {
      isApplying = true
      void loadNewestBuild(window)
    },
  }
}

async function register(
  window: Window,
  checkForUpdate: (registration: ServiceWorkerRegistration) => Promise<void>,
): Promise<void> {
  const { document, navigator } = window
  if (navigator.serviceWorker) watchMissingFiles(navigator.serviceWorker)
  const registration = await registerWorker(navigator)
  if (!registration) return
  const onMove = () => void checkForUpdate(registration)
  const watch = (worker: ServiceWorker | null) =>
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed') noteMissingFile(null)
      onMove()
    })
  watch(registration.installing)
  watch(registration.waiting)
  registration.addEventListener('updatefound', () => watch(registration.installing))
  navigator.serviceWorker.addEventListener('controllerchange', onMove)
  onMove()

  let checkedAt = Date.now()
  let timer: number | undefined
  const check = () => {
    window.clearTimeout(timer)
    checkedAt = Date.now()
    // Fails offline; the next check runs on schedule.
    registration.update().catch(() => undefined)
  }
  window.setInterval(check, CHECK_MS)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return
    onMove() // some browsers do not report a new controller to a background page
    window.clearTimeout(timer)
    timer = window.setTimeout(check, Math.max(0, checkedAt + CHECK_PAUSE_MS - Date.now()))
  })
}

async function registerWorker({
  onLine,
  serviceWorker,
}: Navigator): Promise<ServiceWorkerRegistration | undefined> {
  try {
    return await new Workbox(WORKER, { updateViaCache: 'none' }).register()
  } catch (error) {
    console.warn('Without a service worker this app needs a network to open.', error)
    if (serviceWorker && onLine) noteMissingFile(WORKER)
    return undefined
  }
}
