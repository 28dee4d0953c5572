import type { PageTaskParts } from './page-tasks.ts'

const LATER_MS = 3_000 // the first screen's own reads come first

/** Loads non-urgent tasks after startup. Returns a function that stops them. */
export function startDeferredPageTasks(
  window: Window & typeof globalThis,
  parts: PageTaskParts,
): () => void {
  let isOver = false
  let stop = () => {}

  async function start(): Promise<void> {
    try {
      const { startPageTasks } = await import('./page-tasks.ts')
      if (!isOver) stop = startPageTasks(window, parts)
    } catch (error) {
      console.warn('Lists are not refreshed: their code could not be loaded.', error)
    }
  }

  const timer = setTimeout(() => void start(), LATER_MS)
  return () => {
    isOver = true
    clearTimeout(timer)
    stop()
  }
}
