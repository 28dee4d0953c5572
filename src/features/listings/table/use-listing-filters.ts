import { useDeferredValue, useMemo } from 'react'
import type { Listing } from '#src/domain/listing/listing.ts'
import { LISTING_FIELDS } from '#src/domain/listing/listing-fields.ts'
import { filterRows } from '#src/domain/query/condition.ts'
import { useListingConditions } from '#src/features/listings/filters/use-listing-conditions.ts'
import { useUrlParam } from '#src/ui/address/use-url-param.ts'
import { useUrlText } from '#src/ui/address/use-url-text.ts'
import { useNow } from '#src/ui/use-now.ts'
import {
  filterBoosted,
  filterByOwner,
  filterByStatus,
  filterByTab,
  parseStatus,
  parseTab,
  searchListings,
} from './listing-filter.ts'

/** The filters and the search of Property Management, which are stored in the URL, and the listings that pass them. */
export function useListingFilters(listings: readonly Listing[]) {
  const [tabParam, setTab] = useUrlParam('tab')
  const [statusParam, setStatus] = useUrlParam('status')
  const [ownerId, setOwnerId] = useUrlParam('user')
  const [boosted, setBoosted] = useUrlParam('boosted')
  const [text, setText] = useUrlText('q')
  const more = useListingConditions()
  const nowMs = useNow()
  const isBoosted = boosted !== ''
  const boostedAtMs = isBoosted ? nowMs : null

  const tab = parseTab(tabParam)
  const status = parseStatus(statusParam)
  const searchedText = useDeferredValue(text)
  const owned = useMemo(() => filterByOwner(listings, ownerId), [listings, ownerId])
  const found = useMemo(
    () => filterBoosted(searchListings(owned, searchedText), boostedAtMs),
    [owned, searchedText, boostedAtMs],
  )
  const { conditions } = more
  const passing = useMemo(
    () => filterRows(found, conditions, LISTING_FIELDS, nowMs),
    [found, conditions, nowMs],
  )
  const onTab = useMemo(() => filterByTab(passing, tab), [passing, tab])
  const rows = useMemo(() => filterByStatus(onTab, status), [onTab, status])
  const inStatus = useMemo(() => filterByStatus(passing, status), [passing, status])
  return {
    tab,
    status,
    ownerId,
    isBoosted,
    text,
    /** The other filters. */
    more,
    searchedText,
    setTab,
    setStatus,
    setOwnerId,
    setBoosted,
    setText,
    /** The listings of the owner, without the other filters. */
    owned,
    /** The listings that pass all filters but the tab, for the counts of the tabs. */
    inStatus,
    /** The listings that pass all filters but the status, for the counts of the statuses. */
    onTab,
    rows,
    /** The listings to which the tab, the status, the search and the other filters leave something to review. */
    reviewable: status === null || status === 'pending' ? onTab : rows,
    /** Whether any filter or the search is set. */
    isFiltered: onTab !== listings || status !== null,
    /** Identifies the filters and the search. */
    key: `${tab} ${statusParam} ${ownerId} ${boosted} ${JSON.stringify(conditions)} ${searchedText}`,
    clear() {
      setTab('')
      setStatus('')
      more.clear()
    },
  }
}

export type ListingFilters = ReturnType<typeof useListingFilters>
