// Limits how many photos are processed at once, so that the memory of this process does not grow
// with the number of uploads.

const AT_ONCE = 2 // each takes up to 150 MB and a core

let running = 0
const waiting: (() => void)[] = []

/** Runs the work as soon as fewer than two other calls run in this process. */
export async function takeTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
