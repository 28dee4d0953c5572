// Whether this app can be installed here, and how. Chromium fires an event, which is stored until the person accepts; on
// iOS people install it manually and see the steps.

const OFFERED = 'install-offer'
const FIRST_USE_MS = 60_000 // the first minute belongs to what the person came for

/** Chromium's own event (not in TypeScript's DOM library). */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>
}

/** Null if the app is installed already, or the browser cannot install it. */
export type InstallWay = 'prompt' | 'steps' | null

export interface InstallState {
  way: InstallWay
  /** Whether the app offers its installation by itself now: once on this device, until it is answered. */
  isDue: boolean
}

export type InstallOffer = ReturnType<typeof createInstallOffer>

export function createInstallOffer(window: Window & typeof globalThis) {
  const listeners = new Set<() => void>()
  let event: InstallEvent | null = null
  let offeredManifest: string | null = null
  const openedAt = Date.now()
  let state: InstallState = { way: isOnIos(window) ? 'steps' : null, isDue: false }

  function set(next: Partial<InstallState>): void {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }

  function onOffer(offered: Event): void {
    // Without this call, the browser shows its own install bar over the page.
    offered.preventDefault()
    event = offered as InstallEvent // no other event has this name
    offeredManifest = findManifest(window)
    set({ way: 'prompt' })
  }

  /** Drops the offer after moving to the other app: the panel and the end users' pages have separate manifests. */
  function dropForeignOffer(): void {
    if (event === null || findManifest(window) === offeredManifest) return
    event = null
    set({ way: null })
  }

  const onInstalled = () => set({ way: null })
  window.addEventListener('beforeinstallprompt', onOffer)
  window.addEventListener('appinstalled', onInstalled)
  window.addEventListener('addresschange', dropForeignOffer)

  return {
    get: (): InstallState => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Shows the browser's install dialog. Each install event works once; the browser may fire another one later. */
    async install(): Promise<void> {
      const offered = event
      event = null
      set({ way: null })
      await offered?.prompt()
    },
    /** Makes the offer due after a success, but not in the first minute, over a one-time code, or a second time. */
    noteSuccess(): void {
      if (state.way === null || Date.now() - openedAt < FIRST_USE_MS) return
      if (window.localStorage.getItem(OFFERED) !== null || hasCodeField(window)) return
      window.localStorage.setItem(OFFERED, 'offered')
      set({ isDue: true })
    },
    dismiss(): void {
      set({ isDue: false })
    },
    dispose(): void {
      window.removeEventListener('beforeinstallprompt', onOffer)
      window.removeEventListener('appinstalled', onInstalled)
      window.removeEventListener('addresschange', dropForeignOffer)
      listeners.clear()
    },
  }
}

/** Whether the page asks for a one-time code, which the person copies from elsewhere. */
function hasCodeField({ document }: Window): boolean {
  return document.querySelector('[autocomplete="one-time-code"]') !== null
}

function findManifest({ document }: Window): string | null {
  return document.querySelector('link[rel="manifest"]')?.getAttribute('href') ?? null
}

/** Only Safari on iOS has `navigator.standalone`; it is false in a browser tab. */
function isOnIos({ navigator }: Window): boolean {
  return 'standalone' in navigator && navigator.standalone === false
}
