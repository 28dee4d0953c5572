import { useCallback, useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import {
  type Condition,
  listUnknownParts,
  type QueryField,
  readConditions,
  writeCondition,
} from '#src/domain/query/condition.ts'
import { usePageSearch } from '#src/ui/address/page-search.ts'
import { newestSearch } from '#src/ui/address/url-search.ts'
import { useNow } from '#src/ui/use-now.ts'

/** What else the address of a list may have: its section, its search and order, and the views over it. */
const OTHER_NAMES: ReadonlySet<string> = new Set([
  ...['section', 'part', 'q', 'sort', 'view'],
  ...['open', 'sheet', 'review', 'reason'],
])

/**
 * The conditions of the address on the rows of a list, and what in it is none. Pass the same array of fields again while
 * they are the same.
 */
export function useConditions<Row>(fields: readonly QueryField<Row>[]): ListConditions<Row> {
  const search = usePageSearch()
  const navigate = useNavigate()
  const { conditions, problems } = useMemo(() => readConditions(search, fields), [search, fields])
  const unknown = useMemo(() => listUnknownParts(search, fields, OTHER_NAMES), [search, fields])
  const set = useCallback(
    (name: string, condition: Condition | null) => {
      const next = newestSearch()
      next.delete(name)
      for (const value of condition ? writeCondition(condition) : []) next.append(name, value)
      navigate({ search: next.toString() }, { replace: true })
    },
    [navigate],
  )
  const clear = useCallback(
    (kept: readonly string[] = []) => {
      const next = newestSearch()
      for (const { name } of fields) if (!kept.includes(name)) next.delete(name)
      navigate({ search: next.toString() }, { replace: true })
    },
    [navigate, fields],
  )
  return { fields, conditions, problems: [...problems, ...unknown], set, clear }
}

export interface ListConditions<Row> {
  fields: readonly QueryField<Row>[]
  conditions: readonly Condition[]
  /** A sentence for each part of the address that is no condition. */
  problems: readonly string[]
  /** Replaces the condition on a field; null removes it. */
  set(name: string, condition: Condition | null): void
  /** Removes the conditions on all fields but the `kept` ones. */
  clear(kept?: readonly string[]): void
}

/** The values of the condition on a field with text; none without a condition. */
export function valuesOf(conditions: readonly Condition[], name: string): readonly string[] {
  const condition = conditions.find((one) => one.name === name)
  return condition?.kind === 'text' ? condition.values : []
}

/** The time for `filterRows`, which goes on only for conditions that depend on it, so that others keep their rows. */
export function useFilterTime<Row>({
  fields,
  conditions,
}: Pick<ListConditions<Row>, 'fields' | 'conditions'>): number {
  const nowMs = useNow()
  const isOfTime = conditions.some(({ name }) =>
    fields.some((field) => field.name === name && field.isOfTime),
  )
  return isOfTime ? nowMs : 0
}
