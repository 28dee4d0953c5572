import type { ListingClaim } from '#src/domain/claim/claim.ts'
import { nameHolder } from '#src/domain/claim/claim-words.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { isAlreadySo, type ListingCommand } from '#src/domain/listing/listing-commands.ts'
import { groupIndian } from '#src/domain/money.ts'
import type { ChosenListing } from '#src/outbox/batches/batch-actions.ts'

// What a command means for the chosen listings: for which it is made, and which are left out and why.

export interface BatchPlan {
  /** As they were when they were chosen. */
  listings: readonly ChosenListing[]
  /** Listings that are already so. */
  already: number
  /** Listings with an earlier decision that waits on this device. */
  waiting: number
  /** Listings that somebody changed since they were chosen. */
  changed: number
  /** Listings that were deleted since they were chosen. */
  gone: number
  /** The claims of colleagues who review listings of the choice. */
  claims: readonly ListingClaim[]
  /** Whether those listings are among `listings`, because the person decides all the same. */
  isAllTheSame: boolean
}

/** What is known of a listing beside itself. */
export interface PlanFacts {
  /** Whether a change of it waits on this device. */
  isWaiting(id: string): boolean
  /** The claim of a colleague. */
  findClaim(id: string): ListingClaim | undefined
}

/**
 * `now` has the listings as they are shown now, by id. `isAllTheSame`: the person decides also about listings that
 * colleagues review.
 */
export function planBatch(
  command: ListingCommand,
  chosen: Iterable<ChosenListing>,
  now: ReadonlyMap<string, Listing>,
  { isWaiting, findClaim }: PlanFacts,
  isAllTheSame = false,
): BatchPlan {
  const listings: ChosenListing[] = []
  const claims: ListingClaim[] = []
  let [already, waiting, changed, gone] = [0, 0, 0, 0]
  for (const listing of chosen) {
    const current = now.get(listing.id)
    if (!current) gone += 1
    else if (isWaiting(listing.id)) waiting += 1
    else if (isAlreadySo(command, current)) already += 1
    else if (current.version !== listing.version || current.status !== listing.status) changed += 1
    else {
      const claim = findClaim(listing.id)
      if (claim) claims.push(claim)
      if (!claim || isAllTheSame) listings.push(listing)
    }
  }
  return { listings, already, waiting, changed, gone, claims, isAllTheSame }
}

/** One sentence for each kind of listings that are left out. */
export function listExceptions(plan: BatchPlan, { done }: ListingCommand): string[] {
  const { already, waiting, changed, gone, claims, isAllTheSame } = plan
  const sentences = [
    already > 0 && `${are(already)} ${done} already.`,
    waiting > 0 && `${has(waiting)} an earlier decision that waits on this device.`,
    changed > 0 && `${are(changed, 'was', 'were')} changed since you chose: look at them again.`,
    gone > 0 && `${are(gone, 'was', 'were')} deleted meanwhile.`,
    claims.length > 0 &&
      !isAllTheSame &&
      `${are(claims.length)} with colleagues: ${listHolders(claims)}.`,
  ]
  return sentences.filter((sentence) => sentence !== false)
}

/** 'Asha Rao (2), Ravi Shah (1)', most first. */
function listHolders(claims: readonly ListingClaim[]): string {
  const counts = new Map<string, number>()
  for (const claim of claims)
    counts.set(nameHolder(claim), (counts.get(nameHolder(claim)) ?? 0) + 1)
  const holders = [...counts].sort(([, a], [, b]) => b - a)
  return holders.map(([name, count]) => `${name} (${groupIndian(count)})`).join(', ')
}

function are(count: number, one = 'is', many = 'are'): string {
  return `${groupIndian(count)} ${count === 1 ? one : many}`
}

const has = (count: number) => are(count, 'has', 'have')
