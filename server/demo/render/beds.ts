import { type Material, paint } from './place-model.ts'
import type { Stage } from './stage.ts'

const WOOD = paint('#7a4a26', 'grain', { second: '#54301a', gloss: 0.35 })
const SHEET = paint('#efe9df', 'weave', { second: '#e2dacd' })

export interface Bedding {
  cover: Material
  pillow: Material
  frame?: Material
  headboard?: Material
}

/** A bed whose head is at z = -1; the cover leaves the pillows free. */
export function bed(
  stage: Stage,
  width: number,
  { cover, pillow, frame = WOOD, headboard }: Bedding,
): void {
  stage.box([0, 0.08, 0], [width + 0.08, 0.22, 2.06], frame, { rounding: 0.02 })
  stage.box([0, 0.27, 0], [width, 0.23, 1.98], SHEET, { rounding: 0.07 })
  stage.box([0, 0.28, 0.3], [width + 0.05, 0.245, 1.4], cover, { rounding: 0.07 })
  stage.box([0, 0.49, -0.36], [width + 0.03, 0.055, 0.22], SHEET, { rounding: 0.026 })
  if (headboard) stage.box([0, 0.1, -1.07], [width + 0.2, 1.05, 0.1], headboard, { rounding: 0.04 })
  const count = width > 1.2 ? 2 : 1
  for (let index = 0; index < count; index++) {
    const x = count === 1 ? 0 : (index - 0.5) * (width / 2)
    const size = [Math.min(0.68, width * 0.8), 0.15, 0.44] as const
    stage.box([x, 0.5, -0.72], size, pillow, { rounding: 0.072, turn: [0, 14, 0] })
  }
  for (const x of [-1, 1])
    for (const z of [-1, 1])
      stage.cylinder([x * (width / 2 - 0.05), 0, z * 0.95], [0.07, 0.09, 0.07], frame)
}

/** Two beds one above the other with a ladder at the right end. */
export function bunkBed(
  stage: Stage,
  frame: Material,
  covers: readonly [Material, Material],
): void {
  for (const [index, cover] of covers.entries()) {
    const level = stage.placed(0, index * 1.2, 0)
    level.box([0, 0.28, 0], [1, 0.08, 2.04], frame, { rounding: 0.01 })
    level.box([0, 0.36, 0], [0.92, 0.14, 1.94], SHEET, { rounding: 0.05 })
    level.box([0, 0.37, 0.28], [0.95, 0.155, 1.34], cover, { rounding: 0.05 })
    level.box([0, 0.5, -0.74], [0.6, 0.13, 0.36], SHEET, { rounding: 0.06 })
    if (index === 0) continue
    for (const side of [-1, 1])
      for (const y of [0.52, 0.68])
        level.box(
          [side * 0.48, y, side > 0 ? -0.25 : 0],
          [0.035, 0.07, side > 0 ? 1.5 : 2],
          frame,
          {
            rounding: 0.012,
          },
        )
  }
  for (const x of [-0.48, 0.48])
    for (const z of [-1, 1]) stage.box([x, 0, z], [0.07, 2.05, 0.07], frame, { rounding: 0.015 })
  for (const z of [0.58, 0.92]) stage.box([0.54, 0, z], [0.04, 1.95, 0.05], frame)
  for (let step = 0; step < 6; step++)
    stage.box([0.54, 0.28 + step * 0.28, 0.75], [0.035, 0.04, 0.34], frame)
}

/** A small cupboard beside a bed. */
export function bedsideTable(stage: Stage, body: Material = WOOD): void {
  stage.box([0, 0.1, 0], [0.46, 0.4, 0.4], body, { rounding: 0.012 })
  for (const y of [0.14, 0.32])
    stage.box([0, y, 0.2], [0.42, 0.15, 0.012], body, { rounding: 0.004 })
}
