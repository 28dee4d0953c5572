import { pageReleased } from '#src/storage/page-hold.ts'

// Finds out which build a reload would load, and reloads.

const ANSWER_MS = 8_000 // a network that takes longer for a page of 2 kB could not load a new build either
const TAKEOVER_MS = 10_000 // reload anyway: some browsers never report that the new worker is active

/** What a reload would load: the same build, another build, or nothing (offline, or not a page of this app). */
export type Served = 'same' | 'other' | 'nothing'

/** Requests the page that a reload would load, from the page's worker or, without a worker, from the server. */
export async function askServedBuild({ document, fetch }: AppWindow): Promise<Served> {
  try {
    const signal = AbortSignal.timeout(ANSWER_MS)
    const answer = await fetch('/index.html', { cache: 'no-cache', signal })
    if (!answer.ok) return 'nothing'
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const entry = findEntry(page)
    if (entry === null) return 'nothing'
    return entry === findEntry(document) ? 'same' : 'other'
  } catch {
    return 'nothing' // no response
  }
}

export type AppWindow = Window & Pick<typeof globalThis, 'fetch'>

/** The URL of a page's entry module. It identifies the build, because it changes with any module. */
export function findEntry(page: Document): string | null {
  return page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null
}

/** Activates a waiting build, if there is one, and reloads this page. */
export async function loadNewestBuild(window: Window): Promise<void> {
  await pageReleased()
  const { serviceWorker } = window.navigator
  const registration = await serviceWorker?.getRegistration()
  const waiting = registration?.waiting
  if (!waiting) return window.location.reload()
  let isReloading = false
  const reload = () => {
    if (isReloading) return
    isReloading = true
    window.location.reload()
  }
  // Not at `controllerchange`, when the activation begins: Chromium may never answer a reload during the activation.
  waiting.addEventListener('statechange', () => {
    if (waiting.state === 'activated') reload()
  })
  window.setTimeout(reload, TAKEOVER_MS)
  waiting.postMessage({ type: 'SKIP_WAITING' })
}
