import { memo } from 'react'
import {
  type Listing,
  SALE_TAB_LABELS,
  SALE_TABS,
  type SaleTab,
} from '#src/domain/listing/listing.ts'
import { countByTab } from '#src/features/listings/filters/listing-filter.ts'
import { Segmented } from '#src/ui/form/segmented.tsx'
import { useLateValue } from '#src/ui/use-late-value.ts'

/**
 * The tabs, each with the number of listings that it would show. The rows of a new table and the row of a decision
 * render before the numbers.
 */
export function SaleTabs({ listings, ...choice }: SaleTabsProps) {
  return <CountedTabs listings={useLateValue(listings, null)} {...choice} />
}

const CountedTabs = memo(function CountedTabs({
  listings,
  countMore,
  isPartial,
  tab,
  onSelect,
}: SaleTabsProps) {
  const counts = listings && countByTab(listings)
  return (
    <Segmented
      label="Listing type"
      options={SALE_TABS.map((value) => ({
        value,
        label: SALE_TAB_LABELS[value],
        count: counts ? counts[value] + (countMore?.(value) ?? 0) : null,
      }))}
      isMore={isPartial}
      value={tab}
      onChange={(next) => onSelect(next === 'all' ? '' : next)}
    />
  )
})

interface SaleTabsProps {
  /** The listings of all tabs; null until they are known. */
  listings: readonly Listing[] | null
  /** How many listings of a tab are not on this device. */
  countMore?: ((tab: SaleTab) => number) | undefined
  /** There may be more listings than are counted. */
  isPartial?: boolean
  tab: SaleTab
  /** Called with the tab's value in the URL; '' for All. */
  onSelect: (word: string) => void
}
