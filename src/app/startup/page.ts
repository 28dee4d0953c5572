import { loadCode } from '#src/api/api-error.ts'
import type { Runtime } from '#src/app/runtime.ts'
import type { AuthPageServices } from '#src/features/auth/auth-page-context.ts'
import { createInstallOffer, type InstallOffer } from '#src/features/device/install-offer.ts'
import type { EndedSession } from '#src/session/session-end.ts'
import { createSessionStore, type SessionStore } from '#src/session/session-store.ts'

// The parts that a page needs for its first screen: the session, and the offer to install the app. The runtime has the
// other parts. It loads with the shell of a signed-in page; on other pages, session-watch.tsx loads it later.

export interface Page {
  session: SessionStore
  install: InstallOffer
  /** Loads the page's runtime once. Rejects when its code cannot be loaded; the next call tries again. */
  loadRuntime(): Promise<Runtime>
  /** The runtime; null until it is loaded. */
  findRuntime(): Runtime | null
  /** How the last session of this page ended; null after a sign-out or a new sign-in. */
  findEnd(): EndedSession | null
  authPage: AuthPageServices
}

type RuntimeLoader = (window: Window & typeof globalThis, session: SessionStore) => Promise<Runtime>

export function createPage(
  window: Window & typeof globalThis,
  load: RuntimeLoader = loadRuntimeChunk,
): Page {
  const session = createSessionStore(window.localStorage, window)
  let loading: Promise<Runtime> | null = null
  let runtime: Runtime | null = null

  function loadRuntime(): Promise<Runtime> {
    loading ??= load(window, session).then(
      (loaded) => {
        runtime = loaded
        return loaded
      },
      (error: unknown) => {
        loading = null
        throw error
      },
    )
    return loading
  }

  return {
    session,
    install: createInstallOffer(window),
    loadRuntime,
    findRuntime: () => runtime,
    findEnd: () => runtime?.sessionEnd.findEnd() ?? null,
    authPage: {
      loadApi: () => loadCode(loadRuntime().then(({ authApi }) => authApi)),
      leave: async () => (await loadRuntime()).leave(),
    },
  }
}

const loadRuntimeChunk: RuntimeLoader = async (window, session) =>
  (await import('#src/app/runtime.ts')).createRuntime(window, session)
