import { pageReleased } from '#src/storage/page-hold.ts'
import { type AppWindow, askServedBuild, findEntry } from './newest-build.ts'

// A part of this page could not be shown. The usual reason is a deploy that removed the files of this page's build. One
// reload fixes that; the address and the drafts (use-draft.ts) survive it.

const PREFIX = 'reloaded:'
const AGAIN_MS = 60_000 // a startup failure comes sooner, so a broken deploy causes no reload loop

export type Recovery = 'reloading' | 'unreachable' | 'in-vain'

/** Reloads once if that loads another build; otherwise returns why it would not help. */
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

/** True once a minute for each build; never if sessionStorage fails. */
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

/** The worker lost a file that the server no longer has; the worker's next build has every file. */
function checkForUpdate({ navigator }: Window): void {
  const update = async () => (await navigator.serviceWorker?.getRegistration())?.update()
  update().catch(() => undefined) // the next check follows on schedule
}
