import type { AuditEntry } from '#src/domain/audit.ts'
import { groupIndian } from '#src/domain/money.ts'

const LEAST_OF_SERIES = 3 // two entries are read faster than a summary is opened

/** Entries in a row in which one person did the same to several listings, or a single entry. The newest comes first. */
export interface Series {
  entries: readonly AuditEntry[]
  /** What was done to how many: 'approved 16 listings'; null for a single entry. */
  summary: string | null
}

/** Groups entries, which are newest first. The reasons of rejections belong to the series of the rejections. */
export function groupSeries(entries: readonly AuditEntry[]): Series[] {
  const runs: AuditEntry[][] = []
  for (const entry of entries) {
    const run = runs.at(-1)
    const [before] = run ?? []
    const key = keyOf(entry)
    if (run && before && key !== null && keyOf(before) === key) run.push(entry)
    else runs.push([entry])
  }
  return runs.flatMap(summarize)
}

/** Equal for entries of one series; null for entries that stand alone. */
function keyOf({ action, actorId, from, to, isByTeam }: AuditEntry): string | null {
  if (action === 'reason') return `${actorId} rejected`
  if (action === 'delete') return `${actorId} deleted`
  if (action !== 'status' || !isByTeam) return null
  return to === 'approved' || to === 'rejected' ? `${actorId} ${to}` : `${actorId} undid ${from}`
}

function summarize(run: readonly AuditEntry[]): Series[] {
  const count = new Set(run.map(({ entityId }) => entityId)).size
  const [first] = run
  if (!first || count < LEAST_OF_SERIES)
    return run.map((entry) => ({ entries: [entry], summary: null }))
  return [{ entries: run, summary: wordSeries(first, count) }]
}

function wordSeries({ action, from, to }: AuditEntry, listings: number): string {
  const count = groupIndian(listings)
  if (action === 'delete') return `deleted ${count} listings`
  if (to === 'approved') return `approved ${count} listings`
  if (action === 'reason' || to === 'rejected') return `rejected ${count} listings`
  if (from === 'approved') return `undid ${count} approvals`
  return from === 'rejected' ? `undid ${count} rejections` : `set ${count} listings back to pending`
}
