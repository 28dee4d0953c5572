import type {
  DetectorParts,
  LostChangeDetector,
  LostChanges,
} from '#src/sync/lost-change-detector.ts'

// The detector of lost changes, whose code comes with the databases after the first screen.

export type LostChangeWatch = ReturnType<typeof startLostChangeWatch>

/** `opened` resolves once the databases are there. */
export function startLostChangeWatch(opened: Promise<void>, parts: DetectorParts) {
  const listeners = new Set<() => void>()
  let detector: LostChangeDetector | null = null
  let isOver = false

  async function start(): Promise<void> {
    await opened
    const { createLostChangeDetector } = await import('./memory.ts')
    if (isOver) return
    detector = createLostChangeDetector(parts)
    detector.subscribe(notify)
    notify()
  }

  function notify(): void {
    for (const listener of listeners) listener()
  }

  start().catch((error: unknown) => {
    console.error('Lost changes cannot be detected on this page.', error)
  })

  return {
    get: (): LostChanges | null => detector?.get() ?? null,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    dismiss: (): void => detector?.dismiss(),
    dispose(): void {
      isOver = true
      detector?.dispose()
      listeners.clear()
    },
  }
}
