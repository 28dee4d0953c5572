import { Workbox } from 'workbox-window'

// Registers the service worker and asks before an update takes over: a new build never interrupts anyone.

const CHECK_MS = 60 * 60 * 1000 // an installed app may stay open for days: look hourly
const CHECK_PAUSE_MS = 15 * 60 * 1000 // and when it is shown again, but not more often than this
const TAKEOVER_MS = 3_000 // some browsers never say that the new worker took over

export interface AppUpdates {
  /** Called when a new build waits; `apply` takes it over and reloads this page once. */
  onReady(listener: (apply: () => void) => void): void
}

export function startAppUpdates(window: Window): AppUpdates {
  let listener: ((apply: () => void) => void) | null = null
  let isReady = false
  const workbox = new Workbox('/sw.js', { updateViaCache: 'none' })

  function apply() {
    let isReloading = false
    const reload = () => {
      if (isReloading) return
      isReloading = true
      window.location.reload()
    }
    workbox.addEventListener('controlling', reload)
    window.setTimeout(reload, TAKEOVER_MS)
    workbox.messageSkipWaiting()
  }

  workbox.addEventListener('waiting', () => {
    isReady = true
    listener?.(apply)
  })
  void register(workbox, window)

  return {
    onReady(next) {
      listener = next
      if (isReady) next(apply)
    },
  }
}

async function register(workbox: Workbox, window: Window): Promise<void> {
  try {
    await workbox.register()
  } catch (error) {
    console.warn('Without a service worker this app needs a network to open.', error)
    return
  }
  let checkedAt = Date.now()
  const check = () => {
    checkedAt = Date.now()
    // Offline there is nothing to find, and the next check comes by itself.
    workbox.update().catch(() => undefined)
  }
  window.setInterval(check, CHECK_MS)
  window.document.addEventListener('visibilitychange', () => {
    const isDue = Date.now() - checkedAt > CHECK_PAUSE_MS
    if (window.document.visibilityState === 'visible' && isDue) check()
  })
}
