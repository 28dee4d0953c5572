import { useDeferredValue, useMemo } from 'react'
import type { Listing } from '#src/domain/listing/listing.ts'
import type { QueryField } from '#src/domain/query/condition.ts'
import { filterRows } from '#src/domain/query/condition-rows.ts'
import {
  LISTING_FIELDS,
  makePeopleFields,
  makeRoadField,
  makeWaitingField,
  nameListingPeople,
} from '#src/domain/query/listing-fields.ts'
import { nameReader } from '#src/domain/query/reader-condition.ts'
import { useRoadBatch } from '#src/features/listings/claims/use-claim.ts'
import { useConditions, useFilterTime, valuesOf } from '#src/lists/filters/use-conditions.ts'
import type { Overlay } from '#src/outbox/overlay/overlay.ts'
import { useMay } from '#src/session/use-may.ts'
import { useSession } from '#src/session/use-session.ts'
import { useUrlText } from '#src/ui/address/use-url-text.ts'
import { parseStatus, parseTab, searchListings } from './listing-filter.ts'

/** The fields with a control of their own. */
export const OWN_CONTROLS: readonly string[] = ['status', 'tab', 'user']

type IsOfDevice = (listingId: string) => boolean

/** The fields of which no device knows more than the server. */
const COMMON_FIELDS = LISTING_FIELDS.filter((field) => field.kind !== 'text' || !field.isOfPeople)

function withDeviceFields(
  common: readonly QueryField<Listing>[],
  isWaiting: IsOfDevice,
  isOnRoad: IsOfDevice,
) {
  return [...common, makeWaitingField(isWaiting), makeRoadField(isOnRoad)]
}

/** The filters and the search of Property Management, which are stored in the URL, and the listings that pass them. */
export function useListingFilters({
  rows: listings,
  syncStatuses,
}: Pick<Overlay, 'rows' | 'syncStatuses'>) {
  const [text, setText] = useUrlText('q')
  const common = useCommonFields(listings)
  const screenFields = useMemo(() => withDeviceFields(common, isNone, isNone), [common])
  const list = useConditions(screenFields)
  const { conditions, set } = list
  const nowMs = useFilterTime(list)
  const readerId = useSession()?.account?.id
  const waiting = conditions.some(({ name }) => name === 'waiting') ? syncStatuses : null
  const batch = useRoadBatch()
  const road = conditions.some(({ name }) => name === 'road') ? batch : null
  const fields = useMemo(
    () =>
      waiting || road
        ? withDeviceFields(
            common,
            (id) => waiting?.has(id) ?? false,
            (id) => road?.listingIds.has(id) ?? false,
          )
        : screenFields,
    [waiting, road, common, screenFields],
  )
  const searchedText = useDeferredValue(text)
  const found = useMemo(() => searchListings(listings, searchedText), [listings, searchedText])
  const { inStatus, onTab, rows } = useMemo(() => {
    const filter = (some: readonly Listing[], isUsed: (name: string) => boolean) => {
      const named = nameReader(conditions, fields, readerId)
      const used = named.filter(({ name }) => isUsed(name))
      return filterRows(some, used, fields, nowMs)
    }
    const passing = filter(found, (name) => name !== 'tab' && name !== 'status')
    const tabbed = filter(passing, (name) => name === 'tab')
    return {
      inStatus: filter(passing, (name) => name === 'status'),
      onTab: tabbed,
      rows: filter(tabbed, (name) => name === 'status'),
    }
  }, [found, conditions, fields, nowMs, readerId])
  const [ownerId = ''] = valuesOf(conditions, 'user')
  const statuses = valuesOf(conditions, 'status').flatMap((word) => parseStatus(word) ?? [])
  const choose = (name: string, word: string) =>
    set(name, word ? { kind: 'text', name, values: [word] } : null)
  return {
    tab: parseTab(valuesOf(conditions, 'tab')[0] ?? ''),
    statuses,
    ownerId,
    text,
    /** All conditions of the address. */
    list,
    searchedText,
    setTab: (word: string) => choose('tab', word),
    setStatus: (word: string) => choose('status', word),
    setOwnerId: (id: string) => choose('user', id),
    setText,
    /** The listings that pass all filters but the tab, for the counts of the tabs. */
    inStatus,
    /** The listings that pass all filters but the status, for the counts of the statuses. */
    onTab,
    rows,
    /** Whether a condition needs what the device has not looked up yet. */
    isUnknown: road === undefined,
    /** The listings to which the tab, the status, the search and the other filters leave something to review. */
    reviewable: statuses.length === 0 || statuses.includes('pending') ? onTab : rows,
    /** Whether the listings are chosen by tab and status alone. */
    isByKind:
      searchedText.trim() === '' &&
      conditions.every(({ name }) => name === 'tab' || name === 'status'),
    /** Whether any filter or the search is set. */
    isFiltered: onTab !== listings || statuses.length > 0,
    /** Identifies the filters and the search. */
    key: `${JSON.stringify(conditions)} ${searchedText}`,
    clear: () => list.clear(['user']),
  }
}

const isNone = () => false

/**
 * The fields that the role may filter by, with the names of the people of the listings; the same ones while these are the
 * same.
 */
function useCommonFields(listings: readonly Listing[]): readonly QueryField<Listing>[] {
  const seesDetails = useMay('see-owner-contact')
  const names = useMemo(() => JSON.stringify([...nameListingPeople(listings)].sort()), [listings])
  return useMemo(() => {
    const ofRole = COMMON_FIELDS.filter(({ isDetail }) => seesDetails || !isDetail)
    return [...ofRole, ...makePeopleFields(new Map(JSON.parse(names)))]
  }, [names, seesDetails])
}

export type ListingFilters = ReturnType<typeof useListingFilters>
