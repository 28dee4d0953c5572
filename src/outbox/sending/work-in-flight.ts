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
