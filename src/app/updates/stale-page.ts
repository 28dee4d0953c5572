import { pageReleased } from '#src/storage/page-hold.ts'
import { type AppWindow, askServedBuild, findEntry } from './newest-build.ts'

// A part of this page could not be shown. The usual reason is a deploy: the page is of a build whose files are gone. Then
// one reload mends it; the address and what was typed (use-draft.ts) outlive it.

const PREFIX = 'reloaded:'
const AGAIN_MS = 60_000 // a page that fails at its start fails within this: a broken deploy makes no loop

export type Recovery = 'reloading' | 'unreachable' | 'in-vain'

/** Reloads once where that brings another build, and says why not where it does not. */
export async function recoverPage(window: AppWindow): Promise<Recovery> {
  const served = await askServedBuild(window)
  if (served === 'nothing') return 'unreachable'
  if (served === 'same') {
    lookForUpdate(window)
    return 'in-vain'
  }
  await pageReleased()
  if (!takeTurn(window, Date.now())) return 'in-vain'
  window.location.reload()
  return 'reloading'
}

/** True once a minute for each build; never where that cannot be noted. */
function takeTurn({ document, sessionStorage }: Window, now: number): boolean {
  const key = `${PREFIX}${findEntry(document)}`
  try {
    if (now - Number(sessionStorage.getItem(key)) < AGAIN_MS) return false
    sessionStorage.setItem(key, String(now))
    return true
  } catch (error) {
    console.warn('Without storage nobody can tell a second reload from the first.', error)
    return false
  }
}

/** This device's worker has lost a file that the server does not have any more: its next build has them all. */
function lookForUpdate({ navigator }: Window): void {
  const update = async () => (await navigator.serviceWorker?.getRegistration())?.update()
  update().catch(() => undefined) // the next check comes by itself
}
