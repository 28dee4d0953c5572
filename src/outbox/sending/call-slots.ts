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
