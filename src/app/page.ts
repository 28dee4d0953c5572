import { ApiError } from '#src/api/api-error.ts'
import type { Entrance } from '#src/features/auth/entrance-context.ts'
import { createInstallOffer, type InstallOffer } from '#src/features/device/install-offer.ts'
import { createSessionStore, type SessionStore } from '#src/session/session-store.ts'
import type { EndedSession } from './ended-session.ts'
import type { Runtime } from './runtime.ts'

// What a page needs to show its first screen: who is signed in, and whether the app can be installed. Everything else is
// the runtime; it is loaded beside the panel, and after the first paint where nobody waits for it.

export interface Page {
  session: SessionStore
  install: InstallOffer
  /** The page's one runtime. Rejects when its code cannot be had; the next call asks for it again. */
  loadRuntime(): Promise<Runtime>
  /** The runtime once it is loaded. */
  findRuntime(): Runtime | null
  /** Resolves when the first screen was drawn, or could have been: what nobody waits for begins after it. */
  drawn: Promise<void>
  tellDrawn(): void
  /** How the last session of this page ended by itself; null after a sign-out. */
  findEnd(): EndedSession | null
  entrance: Entrance
}

type RuntimeLoader = (
  window: Window & typeof globalThis,
  session: SessionStore,
  drawn: Promise<void>,
) => Promise<Runtime>

const DRAWN_MS = 5_000 // a screen that is not drawn, for whatever reason, must not keep what waits from being sent

export function createPage(
  window: Window & typeof globalThis,
  load: RuntimeLoader = loadRuntimeChunk,
): Page {
  const session = createSessionStore(window.localStorage, window)
  let loading: Promise<Runtime> | null = null
  let runtime: Runtime | null = null
  let tellDrawn = () => {}
  const drawn = new Promise<void>((resolve) => {
    tellDrawn = resolve
  })
  window.setTimeout(tellDrawn, DRAWN_MS)

  function loadRuntime(): Promise<Runtime> {
    loading ??= load(window, session, drawn).then(
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
    drawn,
    tellDrawn,
    findEnd: () => runtime?.sessionEnd.findEnd() ?? null,
    entrance: {
      async loadApi() {
        try {
          // It is the runtime that tells the client of the API who is signed in.
          await loadRuntime()
          return await import('#src/api/auth-api.ts')
        } catch (error) {
          throw new ApiError({ kind: 'no-answer', cause: error })
        }
      },
      leave: async () => (await loadRuntime()).leave(),
    },
  }
}

const loadRuntimeChunk: RuntimeLoader = async (window, session, drawn) =>
  (await import('./runtime.ts')).createRuntime(window, session, drawn)
