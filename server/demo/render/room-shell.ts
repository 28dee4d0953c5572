import { type Material, paint } from './place-model.ts'
import type { Stage } from './stage.ts'

/** A hole in a wall, in metres along it and up it. */
export interface Opening {
  from: number
  to: number
  low: number
  high: number
}

const WALL_DEPTH = 0.16
const SIDES = ['north', 'south', 'west', 'east'] as const

export type Side = (typeof SIDES)[number]

/** A wall from x = 0 to `length` along the stage, its face at z = 0, its body behind it. */
export function wall(
  stage: Stage,
  length: number,
  height: number,
  material: Material,
  openings: readonly Opening[] = [],
): void {
  const piece = (from: number, to: number, low: number, high: number) => {
    if (to - from < 0.001 || high - low < 0.001) return
    const size = [to - from, high - low, WALL_DEPTH] as const
    stage.box([(from + to) / 2, low, -WALL_DEPTH / 2], size, material)
  }
  let at = 0
  for (const { from, to, low, high } of [...openings].sort((a, b) => a.from - b.from)) {
    piece(at, from, 0, height)
    piece(from, to, 0, low)
    piece(from, to, high, height)
    at = to
  }
  piece(at, length, 0, height)
}

export interface Room {
  width: number
  depth: number
  height: number
  walls: Material
  floor: Material
  ceiling: Material
  /** Measured from a wall's left end as seen from within. */
  openings?: Partial<Record<Side, readonly Opening[]>>
  /** Walls that differ from the rest. */
  accents?: Partial<Record<Side, Material>>
  skirting?: Material
}

/** The stage on which a wall of a room lies, x from its left end as seen from within the room. */
export function wallOf(
  stage: Stage,
  { width, depth }: Pick<Room, 'width' | 'depth'>,
  side: Side,
): { place: Stage; length: number } {
  if (side === 'north') return { place: stage, length: width }
  if (side === 'south') return { place: stage.placed(width, 0, depth, 180), length: width }
  if (side === 'west') return { place: stage.placed(0, 0, depth, 90), length: depth }
  return { place: stage.placed(width, 0, 0, -90), length: depth }
}

/** Floor, ceiling and four walls; the room reaches from the origin to width and depth, north is z = 0. */
export function room(stage: Stage, plan: Room): void {
  const { width, depth, height, openings = {}, accents = {} } = plan
  const over = WALL_DEPTH * 2
  stage.box([width / 2, -0.2, depth / 2], [width + over, 0.2, depth + over], plan.floor)
  stage.box([width / 2, height, depth / 2], [width + over, 0.2, depth + over], plan.ceiling)
  for (const side of SIDES) {
    const { place, length } = wallOf(stage, plan, side)
    const holes = openings[side] ?? []
    wall(place, length, height, accents[side] ?? plan.walls, holes)
    const base = plan.skirting
    if (!base) continue
    const doors = holes.filter(({ low }) => low < 0.1)
    let at = 0
    for (const door of [...doors, { from: length, to: length }]) {
      const run = door.from - at
      if (run > 0.05) place.box([at + run / 2, 0, 0.008], [run, 0.1, 0.016], base)
      at = door.to
    }
  }
}

/** Frame, bars and panes for an opening of a wall that lies on the stage as `wall` put it. */
export function windowFrame(
  stage: Stage,
  hole: Opening,
  frame: Material,
  { panes = 2, hasGrille = false, bar = 0.05 } = {},
): void {
  const { from, to, low, high } = hole
  const [width, height, middle] = [to - from, high - low, (from + to) / 2]
  const deep = 0.08
  for (const y of [low, high - bar]) stage.box([middle, y, -0.08], [width, bar, deep], frame)
  for (let pane = 0; pane <= panes; pane++) {
    const x = from + bar / 2 + ((width - bar) * pane) / panes
    stage.box([x, low + bar, -0.08], [bar, height - bar * 2, deep], frame)
  }
  stage.box([middle, low + bar, -0.08], [width - bar, height - bar * 2, 0.008], GLASS)
  if (low > 0.1) stage.box([middle, low - 0.03, 0.02], [width + 0.16, 0.03, 0.2], SILL)
  if (!hasGrille) return
  for (let y = low + 0.16; y < high - 0.1; y += 0.16)
    stage.box([middle, y, -0.13], [width, 0.014, 0.014], frame)
  for (let x = from + 0.12; x < to - 0.06; x += 0.12)
    stage.cylinder([x, low, -0.13], [0.014, height, 0.014], frame)
}

/** A closed door with its frame, standing in the wall's face at x. */
export function door(stage: Stage, x: number, leaf: Material, width = 0.9, height = 2.1): void {
  stage.box([x, 0, 0.012], [width, height, 0.024], leaf)
  for (const side of [-1, 1])
    stage.box([x + side * (width / 2 + 0.04), 0, 0.02], [0.08, height + 0.08, 0.05], FRAME)
  stage.box([x, height, 0.02], [width, 0.08, 0.05], FRAME)
  for (const y of [0.25, 1.15])
    stage.box([x, y, 0.028], [width * 0.66, 0.7, 0.02], leaf, { rounding: 0.008 })
  stage.ellipsoid([x + width * 0.4, 1.02, 0.06], [0.05, 0.05, 0.06], STEEL)
}

export const GLASS = paint('#cfe4e4', 'plain', { alpha: 0.08, gloss: 1 })
const SILL = paint('#d9d4cc', 'marble', { second: '#a8a29a', scale: 3, gloss: 0.4 })
const FRAME = paint('#5a3a22', 'grain', { second: '#43291a', gloss: 0.3 })
const STEEL = paint('#b9b6ae', 'plain', { gloss: 0.8 })
