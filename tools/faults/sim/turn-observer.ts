import type { OutboxStore } from '#src/outbox/outbox-store.ts'
import type { SimClient, SimDevice } from './sim-device.ts'

/**
 * In the simulation, Dexie would notify every tab while the code of the writing tab runs. This observer schedules the
 * read of each tab in an event-loop turn of that tab, as a browser does.
 */
export function observeInTurns(
  store: OutboxStore,
  { storage, world }: SimDevice,
  { context }: SimClient,
): OutboxStore['observeChanges'] {
  return (userId, onNext, onError) => {
    let isReading = false
    let isStale = false

    function look(): void {
      isStale = isReading
      if (isReading) return
      isReading = true
      const stop = store.observeChanges(
        userId,
        (stored) => end(() => onNext(stored)),
        (error) => end(() => onError(error)),
      )
      function end(tell: () => void): void {
        stop()
        isReading = false
        tell()
        if (isStale) world.enqueue(context, look)
      }
    }

    const unwatch = storage.watch(() => world.enqueue(context, look))
    const unfollow = store.health.subscribe(look)
    look()
    return () => {
      unwatch()
      unfollow()
    }
  }
}

/** Calls back in a turn of the tab after each committed write on its device, one call at a time, and once at first. */
export function followInTurns(
  { storage, world }: Pick<SimDevice, 'storage' | 'world'>,
  { context }: SimClient,
  read: () => Promise<void>,
): void {
  let isReading = false
  let isStale = false

  function look(): void {
    isStale = isReading
    if (isReading) return
    isReading = true
    // A read that fails is repeated after the next write.
    void read()
      .catch(() => undefined)
      .then(() => {
        isReading = false
        if (isStale) world.enqueue(context, look)
      })
  }

  storage.watch(() => world.enqueue(context, look))
  look()
}
