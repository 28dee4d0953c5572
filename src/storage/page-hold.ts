// Tracks work that a reload of this page would interrupt. Code that reloads the page first waits for this work.

const underWay = new Set<Promise<unknown>>()

/** Prevents the app from reloading the page until the work settles; returns the work. */
export function holdPage<Result>(work: Promise<Result>): Promise<Result> {
  underWay.add(work)
  const letGo = () => underWay.delete(work)
  work.then(letGo, letGo)
  return work
}

export function isPageHeld(): boolean {
  return underWay.size > 0
}

/** Resolves when no held work is left. */
export async function pageReleased(): Promise<void> {
  while (underWay.size > 0) await Promise.allSettled(underWay)
}
