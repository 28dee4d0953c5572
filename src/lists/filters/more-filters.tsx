import { lazy } from 'react'
import type { MoreFilters } from '#src/ui/table/toolbar/table-toolbar.tsx'
import type { ListConditions } from './use-conditions.ts'

/** Loaded with the dialog that they are in. */
const ConditionFields = lazy(async () => ({
  default: (await import('./condition-fields.tsx')).ConditionFields,
}))

const NONE: readonly string[] = []

/** "Add filter" of a list's toolbar. `shownElsewhere`: the fields that have another control, or none. */
export function moreFilters<Row>(
  list: ListConditions<Row>,
  rows: readonly Row[],
  shownElsewhere: readonly string[] = NONE,
): MoreFilters {
  // `lazy` loses the type parameter. The cast is safe: the fields of the list are those of the rows.
  const untyped = list as unknown as ListConditions<unknown>
  return {
    controls: <ConditionFields rows={rows} list={untyped} shownElsewhere={shownElsewhere} />,
    count: list.conditions.filter(({ name }) => !shownElsewhere.includes(name)).length,
    onClear: () => list.clear(shownElsewhere),
  }
}
