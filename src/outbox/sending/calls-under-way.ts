// How many calls a pass may have under way, and how it hears that there is room or work again while it waits.

export type CallSlots = ReturnType<typeof createCallSlots>

export function createCallSlots(most: number) {
  let taken = 0
  let news = 0
  let onNews = () => {}

  /** Something has changed: room, or more to send. */
  function nudge(): void {
    news += 1
    onNews()
  }

  return {
    nudge,
    countRoom: (): number => most - taken,
    /** How much news there was so far, to wait for more. */
    countNews: (): number => news,

    /** Takes a slot; the answer gives it back, once, and is news only if it is said to be. */
    take(): (isNews: boolean) => void {
      taken += 1
      let isTaken = true
      return (isNews) => {
        if (!isTaken) return
        isTaken = false
        taken -= 1
        if (isNews) nudge()
      }
    },

    /** Resolves as soon as there is news since then. One wait at a time. */
    newsSince(before: number): Promise<void> {
      return new Promise((resolve) => {
        onNews = resolve
        if (news > before) resolve()
      })
    },
  }
}

/** Several pieces of work under way at once, and what went wrong in any, whether anybody was waiting just then or not. */
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

    /** @throws what one of them was rejected with */
    throwFailure(): void {
      if (failures.length > 0) throw failures[0]
    },

    /** What the next one comes to, or 0 as soon as `more` resolves. */
    next: (more: Promise<void>): Promise<number> => Promise.race([...running, more.then(() => 0)]),

    async settled(): Promise<void> {
      await Promise.all(running)
    },
  }
}
