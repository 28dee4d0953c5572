// Interprets a swipe over a card. Pure functions, so that tests can list every case in a table.

export type SwipeSide = 'left' | 'right'

export interface SwipeWay {
  /** CSS pixels since the finger came down; positive is to the right and down. */
  dx: number
  dy: number
}

const EDGE_PX = 24 // a swipe that begins this close to an edge is the system's Back
const SLOP_PX = 10 // a finger at rest moves less
const STEEPNESS = 2 // a swipe moves twice as far sideways as up or down; anything else is scrolling
const FAR_ENOUGH = 0.35 // share of the card's width from which a swipe is deliberate; a third is too short
const FULL_TURN_DEG = 4

/** Whether a touch that starts at `x` is the system's Back gesture. */
export function isAtEdge(x: number, viewportWidth: number): boolean {
  return x < EDGE_PX || x > viewportWidth - EDGE_PX
}

/** Null while undetermined. */
export function readDirection({ dx, dy }: SwipeWay): 'sideways' | 'other' | null {
  if (Math.hypot(dx, dy) < SLOP_PX) return null
  return isSideways({ dx, dy }) ? 'sideways' : 'other'
}

/** The side that a release would choose; with null, the card springs back. */
export function findSide(way: SwipeWay, cardWidth: number): SwipeSide | null {
  if (!isSideways(way) || Math.abs(way.dx) < cardWidth * FAR_ENOUGH) return null
  return way.dx > 0 ? 'right' : 'left'
}

/** The progress towards a choice, from -1 (left) to 1 (right), and the tilt of the card, in degrees. */
export function leanOf({ dx }: Pick<SwipeWay, 'dx'>, cardWidth: number) {
  const share = Math.max(-1, Math.min(1, dx / (cardWidth * FAR_ENOUGH || 1)))
  return { share, turnDeg: share * FULL_TURN_DEG }
}

function isSideways({ dx, dy }: SwipeWay): boolean {
  return Math.abs(dx) >= STEEPNESS * Math.abs(dy)
}
