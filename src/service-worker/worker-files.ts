import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

// Caches the app's files: all files of this build before it may activate, and the previous build's code for tabs that
// still run it, because the server has deleted that code.

/** Cache name of the previous build's code. */
const BEFORE = 'build-before'

type Manifest = Parameters<PrecacheController['addToCacheList']>[0]

/** The used part of ServiceWorkerGlobalScope. */
export interface FilesScope {
  readonly caches: CacheStorage
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void
}

export function startWorkerFiles(scope: FilesScope, manifest: Manifest): void {
  const { caches } = scope
  const files = new PrecacheController()
  files.addToCacheList(manifest)
  cleanupOutdatedCaches()
  scope.addEventListener('install', files.install)
  scope.addEventListener('activate', (event) => {
    const activate = async () => {
      await keepBuildBefore(caches, files)
      await files.activate(event)
    }
    event.waitUntil(activate())
  })

  // Answers from any cache, because the previous worker may still receive requests for code during an update.
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isCode(url),
    async ({ request }) => (await caches.match(request.url)) ?? fetch(request),
  )
  registerRoute(new PrecacheRoute(files))
  registerRoute(
    new NavigationRoute(files.createHandlerBoundToURL('/index.html'), {
      denylist: [/^\/api\//, /^\/media\//, /^\/assets\//],
    }),
  )
}

/** Keeps code that the controller is about to delete; drops the code kept at the last update. */
async function keepBuildBefore(caches: CacheStorage, files: PrecacheController): Promise<void> {
  try {
    await caches.delete(BEFORE)
    const own = new Set(files.getURLsToCacheKeys().values())
    const [stored, before] = await Promise.all([
      caches.open(files.strategy.cacheName),
      caches.open(BEFORE),
    ])
    for (const request of await stored.keys()) {
      const answer = await stored.match(request)
      if (answer && isCode(new URL(request.url)) && !own.has(request.url)) {
        await before.put(request, answer)
      }
    }
  } catch (error) {
    console.warn('Open tabs with the previous version may need a reload.', error)
  }
}

/** Files with content hashes in their names: equal names mean equal content in every build. */
function isCode(url: URL): boolean {
  return url.pathname.startsWith('/assets/')
}
