const SETTLE_MS = 60_000 // operators undo mistakes within seconds
const LATEST_MS = 10 * 60_000 // sellers are notified by then, however late the reason arrives

/** When a message about a decision enters the inbox. `reasonAt` is null before a reason arrives. */
export function dueAt(decidedAt: Date, reasonAt: Date | null): Date {
  const decided = decidedAt.getTime()
  const settled = Math.max(decided + SETTLE_MS, reasonAt?.getTime() ?? 0)
  return new Date(Math.min(settled, decided + LATEST_MS))
}
