import type { PostingSummary } from '#src/domain/posting/own-posting.ts'
import { toDraft } from '#src/domain/posting/typed-posting.ts'
import type { UnsentListing } from '#src/outbox/kinds/posting/use-unsent-listings.ts'

/** The version number of a listing that only this device has. */
export const DEVICE_ONLY = 0

export interface ShownPosting {
  posting: PostingSummary
  /** The version of the listing on this device that the server does not have; null if there is none. */
  unsent: UnsentListing | null
}

/** Lists this device's unsent listings first, with their text on this device instead of the server's. */
export function mergeUnsent(
  postings: readonly PostingSummary[],
  rows: readonly UnsentListing[],
): ShownPosting[] {
  const known = new Map(postings.map((posting) => [posting.id, posting]))
  const waiting = rows.map((unsent) => ({
    unsent,
    posting: { ...(known.get(unsent.id) ?? draftOf(unsent)), ...factsOf(unsent) },
  }))
  const ids = new Set(rows.map(({ id }) => id))
  const others = postings.filter(({ id }) => !ids.has(id))
  return [...waiting, ...others.map((posting) => ({ posting, unsent: null }))]
}

/** Text on the state of an unsent listing. */
export function describeUnsent({ submitKey, problem }: UnsentListing, isSending: boolean): string {
  if (isSending) return 'Sending...'
  if (problem) return `Not sent: ${problem.sentence}`
  if (submitKey !== null) return 'On this device. Will be sent when there is a network.'
  return 'On this device, not sent yet.'
}

function factsOf({ typed, media }: UnsentListing) {
  const { deal, kind, title, city, locality, price, rent, startingBid } = toDraft(typed, [])
  return { mediaCount: media.length, deal, kind, title, city, locality, price, rent, startingBid }
}

/** The summary of a listing that only this device has. */
function draftOf(unsent: UnsentListing): PostingSummary {
  return {
    id: unsent.id,
    version: DEVICE_ONLY,
    state: 'draft',
    label: 'Draft',
    isLive: false,
    hasChanges: false,
    actions: ['edit', 'delete'],
    queuePlace: null,
    expectedBy: null,
    expiresAt: null,
    reason: null,
    views: null,
    missingMedia: null,
    photo: null,
    ...factsOf(unsent),
  }
}
