import { useCallback, useMemo, useRef, useState } from 'react'
import type { Listing } from '#src/domain/listing/listing.ts'
import { displayName } from '#src/domain/text.ts'
import type { ChosenListing } from '#src/outbox/batches/batch-actions.ts'
import type { RowSelection } from '#src/ui/table/row-selection.tsx'

type Chosen = ReadonlyMap<string, ChosenListing>
const NONE: Chosen = new Map()

export type Selection = ReturnType<typeof useSelection>

/**
 * The chosen listings of a table, each with the version and status that the person saw. Nothing changes them but the
 * person: neither another filter, nor a list that moves.
 */
export function useSelection() {
  const [chosen, setChosen] = useState(NONE)
  /** The last chosen row, from which a range begins. */
  const anchor = useRef<string | null>(null)
  const isOn = chosen.size > 0

  const onSelect = useCallback((row: Listing, isRange: boolean, rows: readonly Listing[]) => {
    const from = isRange ? rows.findIndex(({ id }) => id === anchor.current) : -1
    const to = rows.findIndex(({ id }) => id === row.id)
    anchor.current = row.id
    setChosen((now) => {
      const next = new Map(now)
      if (from === -1 || to === -1) {
        if (!next.delete(row.id)) next.set(row.id, freeze(row))
        return next
      }
      for (const one of rows.slice(Math.min(from, to), Math.max(from, to) + 1))
        if (!next.has(one.id)) next.set(one.id, freeze(one))
      return next
    })
  }, [])

  const clear = useCallback(() => {
    anchor.current = null
    setChosen(NONE)
  }, [])

  const rows: RowSelection<Listing> = useMemo(
    () => ({ isSelected: (id) => chosen.has(id), isOn, labelOf, onSelect }),
    [chosen, isOn, onSelect],
  )
  return {
    chosen,
    clear,
    /** Chooses exactly these listings, as they are at this moment. */
    chooseAll(listings: readonly Listing[]) {
      setChosen(new Map(listings.map((listing) => [listing.id, freeze(listing)])))
    },
    rows,
  }
}

function freeze({ id, name, status, version }: Listing): ChosenListing {
  return { id, name, status, version }
}

const labelOf = ({ name }: Listing) => `Select ${displayName(name)}`
