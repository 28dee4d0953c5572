import type { RunRecord, Violation } from './run-record.ts'

// Rules for assignments and claims: who should decide about a listing, and who has it open.

/** An assignment that somebody asked for. */
export interface AskedAssignment {
  actorId: string
  listingId: string
  personId: string | null
}

/** An assignment in the server's log. */
export interface Assigned {
  order: number
  actorId: string
  listingId: string
  from: string | null
  to: string | null
}

/** A claim that the server's list had at a moment. */
export interface SeenClaim {
  at: number
  listingId: string
  personId: string
  fence: number
}

export interface DeskRecord {
  asked: readonly AskedAssignment[]
  assigned: readonly Assigned[]
  /** Who has which listing at the end, by its id. */
  assignees: ReadonlyMap<string, string>
  /** After which entry of the audit log a person might not decide any more. */
  endings: readonly { after: number; personId: string }[]
  claims: readonly SeenClaim[]
}

/** Each assignment was asked for by its person, follows from those before it, and is what is stored at the end. */
export function judgeAssignments(run: RunRecord): Violation[] {
  const { asked, assigned, assignees } = run.desk
  const foreign = assigned.filter(
    ({ actorId, listingId, to }) =>
      !asked.some(
        (one) => one.actorId === actorId && one.listingId === listingId && one.personId === to,
      ),
  )
  const { wrong, last } = replay(run)
  const listings = new Set([...assignees.keys(), ...last.keys()])
  return [
    ...foreign.map(
      ({ listingId, to, actorId }): Violation => ({
        rule: 'foreign',
        detail: `${listingId}: assigned to ${to} by ${actorId}`,
      }),
    ),
    ...wrong,
    ...[...listings]
      .filter((id) => (assignees.get(id) ?? null) !== (last.get(id) ?? null))
      .map(
        (id): Violation => ({
          rule: 'misassigned',
          detail: `${id} is ${assignees.get(id) ?? 'nobody'}'s at the end, not ${last.get(id) ?? 'nobody'}'s`,
        }),
      ),
  ]
}

type Happened =
  | ({ is: 'assigned' } & Assigned)
  | { is: 'ended'; order: number; personId: string }
  | { is: 'over'; order: number; listingId: string }

/**
 * Plays the assignments again. One ends with its listing, with a new submission of its seller after a decision, and with the
 * person's right, and is never brought back: the next entry must start from nobody.
 */
function replay(run: RunRecord): { wrong: Violation[]; last: Map<string, string> } {
  const last = new Map<string, string>()
  const wrong: Violation[] = []
  for (const one of listHappened(run)) {
    if (one.is === 'over') last.delete(one.listingId)
    if (one.is === 'ended')
      for (const [id, personId] of last) if (personId === one.personId) last.delete(id)
    if (one.is !== 'assigned') continue
    const { listingId, from, to } = one
    if (from !== (last.get(listingId) ?? null))
      wrong.push({
        rule: 'misassigned',
        detail: `${listingId} was ${from ?? 'nobody'}'s, not ${last.get(listingId) ?? 'nobody'}'s`,
      })
    if (to === null) last.delete(listingId)
    else last.set(listingId, to)
  }
  return { wrong, last }
}

const HALF_AN_ENTRY = 0.5

function listHappened({ desk, effects, postings }: RunRecord): Happened[] {
  const sellers = new Set(postings.acts.map(({ actorId }) => actorId))
  const over = effects
    .filter(({ entity }) => entity === 'listing')
    .filter(({ deed, actorId }) => {
      // Only a listing that was decided gets a new status by its seller.
      return deed === 'delete' || (deed === 'status:pending' && sellers.has(actorId))
    })
    .map(({ order, entityId }) => ({ is: 'over', order, listingId: entityId }) as const)
  return [
    ...desk.endings.map(
      ({ after, personId }) => ({ is: 'ended', order: after + HALF_AN_ENTRY, personId }) as const,
    ),
    ...desk.assigned.map((one) => ({ is: 'assigned', ...one }) as const),
    ...over,
  ].sort((one, other) => one.order - other.order)
}

const LEASE_MS = 10 * 60_000
const LEASE_SLACK_MS = 5_000

/** A claim is one person's, and in no list later than LEASE_SLACK_MS after the end of its last lease. */
export function judgeClaims({ desk, calls }: RunRecord): Violation[] {
  const violations: Violation[] = []
  const holders = new Map<string, string>()
  for (const { at, listingId, personId, fence } of desk.claims) {
    const isLeased = calls.some(
      ({ method, path, served }) =>
        method === 'POST' &&
        path.endsWith(`/admin/claims/${listingId}`) &&
        served.some((answer) => at - answer.at <= LEASE_MS + LEASE_SLACK_MS),
    )
    if (!isLeased)
      violations.push({ rule: 'overheld', detail: `${listingId} by ${personId}, fence ${fence}` })
    const claim = `${listingId} ${fence}`
    const holder = holders.get(claim) ?? personId
    holders.set(claim, holder)
    if (holder !== personId)
      violations.push({ rule: 'doubled', detail: `claim ${claim} by ${holder} and ${personId}` })
  }
  return violations
}
