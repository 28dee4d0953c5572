import { useCallback, useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { LISTING_FIELDS } from '#src/domain/listing/listing-fields.ts'
import { type Condition, readConditions, writeCondition } from '#src/domain/query/condition.ts'
import { parseStatus, parseTab } from '#src/features/listings/table/listing-filter.ts'
import { usePageSearch } from '#src/ui/address/page-search.ts'
import { newestSearch } from '#src/ui/address/url-search.ts'

/** What else the address of Property Management may have: its section, its other filters, and the views over it. */
const OTHER_NAMES: ReadonlySet<string> = new Set([
  ...['section', 'part', 'view', 'tab', 'status', 'user', 'boosted', 'q', 'sort'],
  ...['open', 'sheet', 'review', 'reason'],
])
const KNOWN_NAMES = new Set([...OTHER_NAMES, ...LISTING_FIELDS.map(({ name }) => name)])

/** The conditions of the address on the listings, and what in it is none. */
export function useListingConditions(): ListingConditions {
  const search = usePageSearch()
  const navigate = useNavigate()
  const { conditions, problems } = useMemo(() => readConditions(search, LISTING_FIELDS), [search])
  const unknown = useMemo(() => listUnknown(search), [search])
  const set = useCallback(
    (name: string, condition: Condition | null) => {
      const next = newestSearch()
      next.delete(name)
      for (const value of condition ? writeCondition(condition) : []) next.append(name, value)
      navigate({ search: next.toString() }, { replace: true })
    },
    [navigate],
  )
  const clear = useCallback(() => {
    const next = newestSearch()
    for (const { name } of LISTING_FIELDS) next.delete(name)
    navigate({ search: next.toString() }, { replace: true })
  }, [navigate])
  return { conditions, problems: [...problems, ...unknown], set, clear }
}

/** A sentence for each part of the address that no filter has, and for a status or a tab that does not exist. */
function listUnknown(search: URLSearchParams): string[] {
  const names = [...new Set(search.keys())].filter((name) => !KNOWN_NAMES.has(name))
  const status = search.get('status') ?? ''
  const tab = search.get('tab') ?? ''
  return [
    ...names.map((name) => `There is no filter “${name.slice(0, LONGEST_SHOWN)}”.`),
    ...(status && !parseStatus(status) ? [`There is no such status.`] : []),
    ...(tab && parseTab(tab) !== tab ? [`There is no such tab.`] : []),
  ]
}

const LONGEST_SHOWN = 30 // characters; an address may be 8 kB long

export interface ListingConditions {
  conditions: readonly Condition[]
  /** A sentence for each part of the address that is no condition. */
  problems: readonly string[]
  /** Replaces the condition on a field; null removes it. */
  set(name: string, condition: Condition | null): void
  clear(): void
}
