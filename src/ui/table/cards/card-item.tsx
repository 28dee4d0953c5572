import { type Ref, useDeferredValue, useState } from 'react'
import { RowCard, type RowCardProps } from './row-card.tsx'
import type { WindowCard } from './use-card-window.ts'

/**
 * A card at its position in the list. A card out of view renders in two steps, because a slow phone has time for half a
 * card between two scroll frames. During a flick, a card stays at the first step (picture and title).
 */
export function CardItem<Row, SyncStatus>({
  ref,
  id,
  card: { place, heightPx, isAhead, isPassing },
  rowsBefore,
  cardCount,
  ...content
}: CardItemProps<Row, SyncStatus>) {
  const [isDue, setDue] = useState(!isPassing)
  if (!isPassing && !isDue) setDue(true)
  const isWhole = useDeferredValue(isDue, isDue && !isAhead)
  return (
    <li
      ref={ref}
      data-index={place}
      data-row={id}
      aria-setsize={cardCount}
      aria-posinset={rowsBefore + place + 1}
      style={isWhole ? undefined : { minHeight: heightPx }}
    >
      <RowCard {...content} isWhole={isWhole} />
    </li>
  )
}

interface CardItemProps<Row, SyncStatus> extends Omit<RowCardProps<Row, SyncStatus>, 'isWhole'> {
  ref: Ref<HTMLLIElement> | undefined
  /** The row's key. */
  id: string
  card: WindowCard
  rowsBefore: number
  /** How many the list has, with those before. */
  cardCount: number
}
