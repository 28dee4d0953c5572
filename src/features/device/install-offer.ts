// Whether this app can be installed here, and how. Chromium offers it by an event, which is kept until somebody takes it;
// on iOS a person does it by hand and is shown the steps.

const DISMISSED = 'install-offer'

/** Chromium's own event (not in TypeScript's DOM library). */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>
}

/** Null where it is installed already, or the browser has no way to. */
export type InstallWay = 'prompt' | 'steps' | null

export interface InstallState {
  way: InstallWay
  /** Somebody said "Not now": it is not offered by itself again. */
  isDismissed: boolean
}

export type InstallOffer = ReturnType<typeof createInstallOffer>

export function createInstallOffer(window: Window & typeof globalThis) {
  const listeners = new Set<() => void>()
  let event: InstallEvent | null = null
  let offeredManifest: string | null = null
  let state: InstallState = {
    way: isOnIos(window) ? 'steps' : null,
    isDismissed: window.localStorage.getItem(DISMISSED) !== null,
  }

  function set(next: Partial<InstallState>): void {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }

  function onOffer(offered: Event): void {
    // Otherwise the browser shows a bar of its own, over whatever is being done.
    offered.preventDefault()
    event = offered as InstallEvent // the only one of that name
    offeredManifest = findManifest(window)
    set({ way: 'prompt' })
  }

  /** The panel and the end users' pages are two apps: an offer of one is none of the other. */
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
    /** Shows the browser's own question. An offer can be taken once; the browser makes another when it likes. */
    async install(): Promise<void> {
      const offered = event
      event = null
      set({ way: null })
      await offered?.prompt()
    },
    dismiss(): void {
      window.localStorage.setItem(DISMISSED, 'dismissed')
      set({ isDismissed: true })
    },
    dispose(): void {
      window.removeEventListener('beforeinstallprompt', onOffer)
      window.removeEventListener('appinstalled', onInstalled)
      window.removeEventListener('addresschange', dropForeignOffer)
      listeners.clear()
    },
  }
}

function findManifest({ document }: Window): string | null {
  return document.querySelector('link[rel="manifest"]')?.getAttribute('href') ?? null
}

/** Safari on iOS alone says whether it shows an app from the home screen. */
function isOnIos({ navigator }: Window): boolean {
  return 'standalone' in navigator && navigator.standalone === false
}
