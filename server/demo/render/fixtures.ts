import { type Material, paint } from './place-model.ts'
import type { Stage } from './stage.ts'

const STEEL = paint('#c9c6be', 'plain', { gloss: 0.7 })
const FAN = paint('#6a4a30', 'grain', { second: '#4a3220', gloss: 0.3 })
const BRASS = paint('#b8862f', 'plain', { gloss: 0.7 })
const FRAME = paint('#2e2118', 'plain', { gloss: 0.3 })
const WARM = '#ffd9a0'

/** A ceiling fan hanging from y, its blades going round. */
export function ceilingFan(stage: Stage, y: number, blades: Material = FAN): void {
  stage.cylinder([0, y - 0.3, 0], [0.025, 0.3, 0.025], STEEL)
  stage.cylinder([0, y - 0.05, 0], [0.12, 0.05, 0.12], STEEL)
  stage.cylinder([0, y - 0.42, 0], [0.22, 0.12, 0.22], blades, { taper: 0.8 })
  for (let blade = 0; blade < 3; blade++) {
    const arm = stage.placed(0, y - 0.38, 0, blade * 120)
    arm.box([0, 0, 0.38], [0.15, 0.012, 0.54], blades, {
      spinRate: 0.45,
      castsShadow: false,
      turn: [0, 0, 8],
    })
  }
}

/** A shade on a foot, lit; `height` is that of the whole. */
export function standingLamp(stage: Stage, height: number, shade = '#ffdcae', power = 3): void {
  const size = height > 1 ? 0.42 : 0.26
  stage.cylinder([0, 0, 0], [size * 0.7, 0.03, size * 0.7], BRASS)
  stage.cylinder([0, 0, 0], [0.025, height - size * 0.6, 0.025], BRASS)
  stage.cylinder([0, height - size * 0.7, 0], [size, size * 0.7, size], glowing(shade, 1.6), {
    taper: 0.72,
    lamp: { intensity: power, isDownward: false },
  })
}

/** A lamp on a cord from the ceiling at y. */
export function pendant(stage: Stage, y: number, drop: number, color: Material, power = 3): void {
  stage.cylinder([0, y - drop, 0], [0.012, drop, 0.012], FRAME)
  stage.cylinder([0, y - drop - 0.18, 0], [0.36, 0.2, 0.36], color, {
    taper: 0.25,
    castsShadow: false,
  })
  stage.ellipsoid([0, y - drop - 0.18, 0], [0.13, 0.13, 0.13], glowing(WARM, 5), {
    lamp: { intensity: power, isDownward: false },
  })
}

/** A lit panel in the ceiling at y. */
export function ceilingPanel(
  stage: Stage,
  y: number,
  [width, depth]: readonly [number, number],
  power: number,
  color = '#fff1dc',
): void {
  stage.box([0, y - 0.03, 0], [width, 0.028, depth], glowing(color, 2.4), {
    lamp: { intensity: power, isDownward: true },
  })
}

export function glowing(color: string, strength: number): Material {
  return paint(color, 'plain', { glow: strength })
}

/** A framed picture on a wall. */
export function picture(
  stage: Stage,
  [x, y]: readonly [number, number],
  [width, height]: readonly [number, number],
  art: Material,
  frame: Material = FRAME,
): void {
  stage.box([x, y, 0.016], [width + 0.05, height + 0.05, 0.03], frame)
  stage.box([x, y + 0.025, 0.033], [width, height, 0.004], art)
}

/** Curtains drawn to both sides of an opening from x to x, and their rod. */
export function curtains(
  stage: Stage,
  [from, to]: readonly [number, number],
  [low, high]: readonly [number, number],
  cloth: Material,
  drawn = 0.26,
): void {
  const reach = to - from + 0.5
  stage.box([(from + to) / 2, high + 0.02, 0.09], [reach, 0.03, 0.03], BRASS)
  const folds = Math.max(3, Math.round((reach * drawn) / 0.085))
  for (const side of [-1, 1])
    for (let fold = 0; fold < folds; fold++) {
      const edge = side < 0 ? from - 0.22 : to + 0.22
      const x = edge - side * (fold + 0.5) * 0.085
      const depth = 0.09 + 0.03 * Math.sin(fold * 2.1)
      stage.cylinder([x, low, 0.09 + 0.012 * (fold % 2)], [0.1, high - low, depth], cloth)
    }
}

/** A rug with its border. */
export function rug(stage: Stage, [width, depth]: readonly [number, number], look: Material): void {
  stage.box([0, 0, 0], [width, 0.014, depth], look)
}

/** A split air conditioner high on a wall. */
export function airConditioner(stage: Stage, x: number, y: number): void {
  const white = paint('#f1f0ec', 'plain', { gloss: 0.3 })
  stage.box([x, y, 0.11], [0.9, 0.3, 0.22], white, { rounding: 0.05 })
  stage.box([x, y + 0.025, 0.2], [0.78, 0.04, 0.03], paint('#9a9d9f'))
}
