// Work that lives in this page alone: a reload would cut it off. Whoever wants to reload asks here first.

const underWay = new Set<Promise<unknown>>()

/** Keeps the page from being reloaded by the app until the work is done; answers what the work does. */
export function holdPage<Result>(work: Promise<Result>): Promise<Result> {
  underWay.add(work)
  const letGo = () => underWay.delete(work)
  work.then(letGo, letGo)
  return work
}

export function isPageHeld(): boolean {
  return underWay.size > 0
}

/** Resolves when nothing holds the page any more. */
export async function pageReleased(): Promise<void> {
  while (underWay.size > 0) await Promise.allSettled(underWay)
}
