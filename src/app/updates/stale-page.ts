import { pageReleased } from '#src/storage/page-hold.ts'
import { type AppWindow, askServedBuild, findEntry } from './newest-build.ts'

// Recovers a page that could not show a part of itself. The usual reason is a deploy that removed the files of this
// page's build. One reload fixes this; the URL and the drafts (use-draft.ts) survive the reload.

const PREFIX = 'reloaded:'
const AGAIN_MS = 60_000 // prevents a reload loop: a broken deploy fails again at startup, within this time

export type Recovery = 'reloading' | 'unreachable' | 'in-vain'

/** Reloads the page if that loads another build, at most once a minute; otherwise returns why it does not. */
export async function recoverPage(window: AppWindow): Promise<Recovery> {
  const served = await askServedBuild(window)
  if (served === 'nothing') return 'unreachable'
  if (served === 'same') {
    checkForUpdate(window)
    return 'in-vain'
  }
  await pageReleased()
  if (!takeTurn(window, Date.now())) return 'in-vain'
  window.location.reload()
  return 'reloading'
}

/** Allows one reload per minute and build. Allows none if sessionStorage fails. */
function takeTurn({ document, sessionStorage }: Window, now: number): boolean {
  const key = `${PREFIX}${findEntry(document)}`
  try {
    if (now - Number(sessionStorage.getItem(key)) < AGAIN_MS) return false
    sessionStorage.setItem(key, String(now))
    return true
  } catch (error) {
    console.warn('Without storage, a second reload cannot be told from the first.', error)
    return false
  }
}

/** Looks for a new build, because a file of this build is neither in the worker's cache nor on the server. */
function checkForUpdate({ navigator }: Window): void {
  const update = async () => (await navigator.serviceWorker?.getRegistration())?.update()
  update().catch(() => undefined) // the next check follows on schedule
}
