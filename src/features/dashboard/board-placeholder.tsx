import { Card } from '#src/ui/layout/card.tsx'
import { Skeleton } from '#src/ui/layout/skeleton.tsx'
import { useMediaQuery } from '#src/ui/use-media-query.ts'

const WIDE = '(min-width: 1024px)' // on narrower screens the board is one row (board.css)
/** Three or four full rows on a desktop, and enough cards to swipe on a phone. */
export const CARDS_AT_ONCE = 12
const CARDS = Array.from({ length: CARDS_AT_ONCE }, (_, place) => place) // as many as the board shows at first
const CARDS_IN_ROW = CARDS.slice(0, 4)

/** A placeholder with the board's layout, card for card and line for line, so that the content does not shift. */
export function BoardPlaceholder() {
  const cards = useMediaQuery(WIDE) ? CARDS : CARDS_IN_ROW
  return (
    <ul className="board" aria-hidden="true">
      {cards.map((place) => (
        <Card as="li" className="board-ghost" key={place}>
          <div className="video" />
          <div className="board-card-body">
            <div className="board-card-top">
              <Skeleton width="5rem" />
            </div>
            <div className="board-card-title">
              <Skeleton width="80%" />
            </div>
            <div className="board-card-price">
              <Skeleton width="45%" />
            </div>
            <div className="board-card-meta">
              <Skeleton width="65%" />
            </div>
            <div className="board-card-actions board-card-placeholder">
              <Skeleton height="var(--touch)" />
              <Skeleton height="var(--touch)" />
            </div>
          </div>
        </Card>
      ))}
    </ul>
  )
}
