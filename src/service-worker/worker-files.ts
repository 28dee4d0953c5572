import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

// The app's files on the device: this build's, all of them before it may take over, and the code of the build before for
// the tabs that are still open with it: the server has deleted that.

/** The code of the build that this one took over from. */
const BEFORE = 'build-before'

type Manifest = Parameters<PrecacheController['addToCacheList']>[0]

/** What of a worker's scope its files need. */
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

  // From whichever cache has it: while a build takes over, the worker before it may still be asked for code.
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

/** Sets aside what the controller is about to delete; what was set aside at the last update goes. */
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
    console.warn('Tabs that are open with the version before may have to be reloaded.', error)
  }
}

/** Files whose names change with their content: no two builds have different ones of one name. */
function isCode(url: URL): boolean {
  return url.pathname.startsWith('/assets/')
}
