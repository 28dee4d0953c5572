import { EmptyResult } from '#src/ui/table/toolbar/empty-result.tsx'

/** Replaces the rows of a list that has some, but none that passes its filters and its search. */
export function NoMatch({ conditionCount, name, onClearFilters, onClearSearch }: NoMatchProps) {
  return conditionCount > 0 ? (
    <EmptyResult action="Clear filters" onClear={() => onClearFilters()}>
      {`No ${name} passes these filters.`}
    </EmptyResult>
  ) : (
    <EmptyResult action="Clear search" onClear={onClearSearch}>
      {`No ${name} matches this search.`}
    </EmptyResult>
  )
}

interface NoMatchProps {
  conditionCount: number
  /** What a row is: 'user'. */
  name: string
  onClearFilters: () => void
  onClearSearch: () => void
}
