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
}

/** `now` has the listings as they are shown now, by id. `isWaiting`: a change of the listing waits on this device. */
export function planBatch(
  command: ListingCommand,
  chosen: Iterable<ChosenListing>,
  now: ReadonlyMap<string, Listing>,
  isWaiting: (id: string) => boolean,
): BatchPlan {
  const listings: ChosenListing[] = []
  let [already, waiting, changed, gone] = [0, 0, 0, 0]
  for (const listing of chosen) {
    const current = now.get(listing.id)
    if (!current) gone += 1
    else if (isWaiting(listing.id)) waiting += 1
    else if (isAlreadySo(command, current)) already += 1
    else if (current.version !== listing.version || current.status !== listing.status) changed += 1
    else listings.push(listing)
  }
  return { listings, already, waiting, changed, gone }
}

/** One sentence for each kind of listings that are left out. */
export function listExceptions(plan: BatchPlan, { done }: ListingCommand): string[] {
  const { already, waiting, changed, gone } = plan
  const sentences = [
    already > 0 && `${are(already)} ${done} already.`,
    waiting > 0 && `${has(waiting)} an earlier decision that waits on this device.`,
    changed > 0 && `${are(changed, 'was', 'were')} changed since you chose: look at them again.`,
    gone > 0 && `${are(gone, 'was', 'were')} deleted meanwhile.`,
  ]
  return sentences.filter((sentence) => sentence !== false)
}

/** '1 property', '1,240 properties'. */
export function countProperties(count: number): string {
  return `${groupIndian(count)} ${count === 1 ? 'property' : 'properties'}`
}

function are(count: number, one = 'is', many = 'are'): string {
  return `${groupIndian(count)} ${count === 1 ? one : many}`
}

const has = (count: number) => are(count, 'has', 'have')
