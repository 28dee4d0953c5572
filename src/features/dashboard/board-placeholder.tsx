import { Card } from '#src/ui/card.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'

const CARDS = [1, 2, 3, 4, 5, 6, 7, 8] // two rows on the widest desk: what stands under the board is out of sight

/** Stands where the board will be, card for card and line for line, so that nothing moves when it comes. */
export function BoardPlaceholder() {
  return (
    <ul className="board" aria-hidden="true">
      {CARDS.map((place) => (
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
