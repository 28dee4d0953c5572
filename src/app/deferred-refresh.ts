import { savesData } from '#src/ui/data-saver.ts'
import type { Runtime } from './runtime.ts'

const LATER_MS = 3_000 // the first screen's own reads come first

type RefreshedRuntime = Pick<Runtime, 'session' | 'queryClient' | 'sync'>

/** Loads the code that refreshes the screen once the start is over. Returns how to stop it. */
export function startDeferredRefresh(runtime: RefreshedRuntime): () => void {
  let isOver = false
  let stop = () => {}

  async function start(): Promise<void> {
    try {
      const { startScreenRefresh } = await import('./screen-refresh.ts')
      if (isOver) return
      const { session, queryClient, sync } = runtime
      const { findUserId } = session
      const { connectivity } = sync
      stop = startScreenRefresh(window, { queryClient, findUserId, connectivity, savesData })
    } catch (error) {
      console.warn('Lists are not refreshed: the code for it could not be loaded.', error)
    }
  }

  const timer = setTimeout(() => void start(), LATER_MS)
  return () => {
    isOver = true
    clearTimeout(timer)
    stop()
  }
}
