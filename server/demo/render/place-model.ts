/** Metres or a direction: x to the right, y up, z towards the viewer of a plan. */
export type Vec = readonly [number, number, number]

/** The three axes of a solid, one after another. */
export type Turn = readonly number[]

export interface Material {
  /** Linear light, 0 to 1. */
  color: Vec
  second: Vec
  pattern: number
  /** What the pattern makes of it: mostly the metres of one repeat. */
  scale: number
  gloss: number
  /** Light given off, as a multiple of the colour. */
  glow: number
  /** Below 1 for what stands in daylight behind a window, as a photographer would balance it. */
  dim: number
  alpha: number
  /** How much of the room a floor mirrors. */
  mirror: number
}

export interface Lamp {
  intensity: number
  isDownward: boolean
}

export interface Solid {
  shape: 'box' | 'cylinder' | 'ellipsoid'
  center: Vec
  half: Vec
  turn: Turn
  material: Material
  /** Radius of a box's edges in metres. */
  rounding: number
  /** Radius at the top of a cylinder as a part of the radius at its foot. */
  taper: number
  castsShadow: boolean
  /** Turns a second about the vertical through x and z. */
  spin: { x: number; z: number; rate: number } | null
  lamp: Lamp | null
}

export interface Sky {
  top: Vec
  horizon: Vec
  ground: Vec
  clouds: number
  /** How bright the camera sees it, against how bright it lights the rooms. */
  shown: number
}

export interface Viewpoint {
  from: Vec
  to: Vec
}

export interface Place {
  slug: string
  solids: readonly Solid[]
  sky: Sky
  sun: { toward: Vec; color: Vec } | null
  /** Surfaces outside of these corners are lit coarsely: nobody sees them close. */
  inside: readonly [Vec, Vec]
  /** Metres of one point of the light map. */
  texel: number
  exposure: number
  /** Vertical, in degrees. */
  fieldOfView: number
  seconds: number
  /** The poster's moment as a part of the whole. */
  posterAt: number
  walk: readonly Viewpoint[]
}

export const PATTERNS = {
  plain: 0,
  planks: 1,
  grain: 2,
  tiles: 3,
  marble: 4,
  brick: 5,
  weave: 6,
  rug: 7,
  folds: 8,
  art: 9,
  facade: 10,
  leaf: 11,
  grass: 12,
  sea: 13,
  plaster: 14,
  stripes: 15,
  screen: 16,
  lattice: 17,
  shutter: 18,
  checks: 19,
  paving: 20,
  print: 21,
  chequer: 22,
  carton: 23,
  dusk: 24,
} as const

export type PatternName = keyof typeof PATTERNS

/** A material out of CSS colours ('#rrggbb'); the second colour is the pattern's. */
export function paint(
  color: string,
  pattern: PatternName = 'plain',
  more: Partial<Omit<Material, 'color' | 'second' | 'pattern'>> & { second?: string } = {},
): Material {
  const { second = color, ...rest } = more
  return {
    color: linear(color),
    second: linear(second),
    pattern: PATTERNS[pattern],
    scale: 1,
    gloss: 0.05,
    glow: 0,
    dim: 1,
    alpha: 1,
    mirror: 0,
    ...rest,
  }
}

/** Linear light out of '#rrggbb'. */
export function linear(hex: string, strength = 1): Vec {
  const channel = (from: number) =>
    strength * (Number.parseInt(hex.slice(from, from + 2), 16) / 255) ** 2.2
  return [channel(1), channel(3), channel(5)]
}
