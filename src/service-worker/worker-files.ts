import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { MISSING_FILE, type MissingFile } from '#src/api/missing-file.ts'

// Caches the app's files: at install, the precache list of this build; at activation, also the code of the previous
// build, for tabs that still run it after the server has deleted that code.

/** Cache name of the previous build's code. */
const BEFORE = 'build-before'

type Options = NonNullable<ConstructorParameters<typeof PrecacheController>[0]>
type OnError = NonNullable<NonNullable<Options['plugins']>[number]['handlerDidError']>
type Manifest = Parameters<PrecacheController['addToCacheList']>[0]

/** The part of ServiceWorkerGlobalScope used here. */
export interface FilesScope {
  readonly caches: CacheStorage
  readonly clients: Pick<Clients, 'matchAll'>
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void
}

export function startWorkerFiles(scope: FilesScope, manifest: Manifest): void {
  const { caches } = scope
  const files = new PrecacheController({ plugins: [{ handlerDidError: onFailedFile(scope) }] })
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

  // Answers from any cache: around an update, this worker also receives requests for the code of another build.
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isCode(url),
    async ({ request }) => {
      const found = await caches.match(request.url)
      if (!found) return fetch(request)
      // A copy, because Chromium would store the compiled form of a script that comes directly from Cache Storage. This
      // blocks the second start for 0.1 s, and is never read: modules are compiled while they load.
      return new Response(await found.blob(), found)
    },
  )
  registerRoute(new PrecacheRoute(files))
  registerRoute(
    new NavigationRoute(files.createHandlerBoundToURL('/index.html'), {
      denylist: [/^\/api\//, /^\/media\//, /^\/assets\//],
    }),
  )
}

/**
 * Decides on a file that cannot be loaded during the installation, as when an ad blocker blocks it. Without a file that
 * a screen needs, the installation fails, and the pages are told which file it was.
 */
function onFailedFile({ clients }: FilesScope): OnError {
  return async ({ event, request }) => {
    if (event.type !== 'install') return undefined
    const { pathname } = new URL(request.url)
    if (!/\.(?:html|js|css)$/.test(pathname)) return new Response(null)
    for (const client of await clients.matchAll({ includeUncontrolled: true }))
      client.postMessage({ type: MISSING_FILE, file: pathname } satisfies MissingFile)
    return undefined
  }
}

/** Copies the previous build's code before the controller deletes it. Replaces the code kept at the last update. */
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

/** Whether a file has a content hash in its name, so that equal names mean equal content in all builds. */
function isCode(url: URL): boolean {
  return url.pathname.startsWith('/assets/')
}
