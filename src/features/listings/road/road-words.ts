import { formatMoment } from '#src/domain/claim/claim-words.ts'
import type { BatchSize, RoadBatch, TakenBatch } from '#src/domain/claim/road-batch.ts'
import { countNoun } from '#src/domain/money.ts'

// What screens say about the listings that a person has taken along.

export function countListings(count: number): string {
  return countNoun(count, 'listing')
}

/** What was granted of what was asked for, and why not all. */
export function describeTaken({ listingIds, passedOver }: TakenBatch, asked: BatchSize): string {
  const granted = listingIds.length
  const passed =
    passedOver === 0
      ? ''
      : ` ${countListings(passedOver)} ${passedOver === 1 ? 'was' : 'were'} passed over: with colleagues, or not waiting any more.`
  return granted === asked
    ? `${countListings(granted)} reserved.${passed}`
    : `Only ${countListings(granted)} of ${asked} could be reserved.${passed}`
}

/**
 * 'On the road until 14:10: 8 listings left'. The end is the server's; only a device without a network compares it with its
 * own clock, and then says what that means.
 */
export function describeRoad({ until }: RoadBatch, left: number, nowMs: number): string {
  const at = formatMoment(until, nowMs)
  const rest = left === 0 ? 'all decided' : `${countListings(left)} left`
  return isOver(until, nowMs)
    ? `Your reservation ended at ${at}, with ${rest}. You can still decide: if a colleague was faster, you will be asked which decision stands.`
    : `On the road until ${at}: ${rest}.`
}

/** Whether the reservation is over by the clock of this device. */
export function isOver(until: string, nowMs: number): boolean {
  return Date.parse(until) <= nowMs
}
