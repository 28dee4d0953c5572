// Limits the concurrent calls of a drain run, and notifies the waiting run of free slots and new work.

export type CallSlots = ReturnType<typeof createCallSlots>

export function createCallSlots(most: number) {
  let taken = 0
  let notifications = 0
  let onNotified = () => {}

  /** Signals a free slot or more changes to send. */
  function notify(): void {
    notifications += 1
    onNotified()
  }

  return {
    notify,
    countRoom: (): number => most - taken,
    /** The number of notifications so far, for `notifiedSince`. */
    countNotifications: (): number => notifications,

    /** Takes slots. The first call of the returned function releases them, and notifies if `shouldNotify`. */
    take(places: number): (shouldNotify: boolean) => void {
      taken += places
      let isTaken = true
      return (shouldNotify) => {
        if (!isTaken) return
        isTaken = false
        taken -= places
        if (shouldNotify) notify()
      }
    },

    /** Resolves once there are more than `before` notifications. Only one caller may wait at a time. */
    notifiedSince(before: number): Promise<void> {
      return new Promise((resolve) => {
        onNotified = resolve
        if (notifications > before) resolve()
      })
    },
  }
}

/** Tracks concurrent work and records every failure, even one that occurs while nothing awaits it. */
export function createWorkInFlight() {
  const running = new Set<Promise<number>>()
  const failures: unknown[] = []

  return {
    isNone: (): boolean => running.size === 0,

    add(work: Promise<number>): void {
      const tracked: Promise<number> = work
        .catch((error: unknown) => {
          failures.push(error)
          return 0
        })
        .finally(() => running.delete(tracked))
      running.add(tracked)
    },

    /** @throws the first rejection of any work */
    throwFailure(): void {
      if (failures.length > 0) throw failures[0]
    },

    /** Result of the next finished work, or 0 once `more` resolves. */
    next: (more: Promise<void>): Promise<number> => Promise.race([...running, more.then(() => 0)]),

    async settled(): Promise<void> {
      await Promise.all(running)
    },
  }
}
