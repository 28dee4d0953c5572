import { useEffect, useState, useSyncExternalStore } from 'react'
import type { OwnPosting } from '#src/domain/posting/own-posting.ts'
import { EMPTY_DRAFT } from '#src/domain/posting/posting-draft.ts'
import { toTyped } from '#src/domain/posting/typed-posting.ts'
import { createListingDraft } from '#src/outbox/kinds/posting/listing-draft.ts'
import { createTypingCopy } from '#src/outbox/kinds/posting/typing-copy.ts'
import type { ListingContent } from '#src/outbox/kinds/posting/unsent-listings.ts'
import type { OpenListing } from '#src/outbox/kinds/posting/use-unsent-listings.ts'
import { useUserId } from '#src/session/use-session.ts'

/** The draft of a listing: as stored on this device, else as the server has it, else empty. */
export function useListingDraft(
  id: string,
  { listings, row }: OpenListing,
  saved: OwnPosting | null,
) {
  const userId = useUserId()
  const [listing] = useState(() =>
    createListingDraft({
      listings,
      typing: createTypingCopy(sessionStorage, userId, id),
      id,
      row,
      start: contentOf(saved),
    }),
  )
  useEffect(
    () => listings.observe((rows) => listing.follow(rows.find((one) => one.id === id) ?? null)),
    [listings, listing, id],
  )
  return { listing, ...useSyncExternalStore(listing.subscribe, listing.find) }
}

export function contentOf(saved: OwnPosting | null): ListingContent {
  const { draft, version } = saved ?? { draft: EMPTY_DRAFT, version: null }
  return { typed: toTyped(draft), media: draft.media, version, submitKey: null }
}
