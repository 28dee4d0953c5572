import { setTimeout as wait } from 'node:timers/promises'

const DEADLINE_MS = 60_000 // for one step of a test, on a busy machine without a GPU
const BETWEEN_MS = 50

/** Repeats a check until it returns true. @throws after the deadline, with the last result or error */
export async function until(
  what: string,
  check: () => Promise<unknown>,
  deadlineMs = DEADLINE_MS,
): Promise<void> {
  const end = performance.now() + deadlineMs
  let last: unknown
  do {
    // A check fails while the page navigates; the next check runs in the new page.
    last = await check().catch((error: unknown) => error)
    if (last === true) return
    await wait(BETWEEN_MS)
  } while (performance.now() < end)
  const reason = last instanceof Error ? last.message : JSON.stringify(last)
  throw new Error(`${what}: not within ${deadlineMs / 1000} s (${reason})`)
}
