import { type Material, paint } from './place-model.ts'
import type { Stage } from './stage.ts'

// Furniture stands on the origin of its stage and faces along z.

const WOOD = paint('#7a4a26', 'grain', { second: '#5a3218', gloss: 0.35 })
const METAL = paint('#2b2b2d', 'plain', { gloss: 0.5 })

/** A sofa; its back is at z = -0.45. */
export function sofa(
  stage: Stage,
  seats: number,
  fabric: Material,
  cushions: readonly Material[] = [],
): void {
  const width = seats * 0.68
  stage.box([0, 0.1, 0], [width + 0.36, 0.26, 0.86], fabric, { rounding: 0.05 })
  stage.box([0, 0.2, -0.36], [width + 0.3, 0.62, 0.2], fabric, { rounding: 0.08 })
  for (const side of [-1, 1]) {
    stage.box([side * (width / 2 + 0.12), 0.1, 0.0], [0.2, 0.5, 0.86], fabric, { rounding: 0.08 })
    for (const z of [-0.34, 0.34])
      stage.cylinder([side * (width / 2 + 0.08), 0, z], [0.05, 0.12, 0.05], WOOD)
  }
  for (let seat = 0; seat < seats; seat++) {
    const x = (seat - (seats - 1) / 2) * 0.68
    stage.box([x, 0.34, 0.07], [0.66, 0.15, 0.68], fabric, { rounding: 0.06 })
    stage.box([x, 0.45, -0.22], [0.64, 0.4, 0.18], fabric, { rounding: 0.085, turn: [0, -12, 0] })
  }
  for (const [index, cushion] of cushions.entries()) {
    const side = index % 2 === 0 ? -1 : 1
    const x = side * (width / 2 - 0.22 - 0.36 * Math.floor(index / 2))
    const turn = [side * -14, -24, side * 8] as const
    stage.box([x, 0.48, -0.04], [0.42, 0.42, 0.16], cushion, { rounding: 0.078, turn })
  }
}

export function armchair(stage: Stage, fabric: Material): void {
  stage.box([0, 0.3, 0.02], [0.6, 0.16, 0.6], fabric, { rounding: 0.06 })
  stage.box([0, 0.36, -0.28], [0.62, 0.58, 0.15], fabric, { rounding: 0.07, turn: [0, -10, 0] })
  for (const side of [-1, 1]) {
    stage.box([side * 0.34, 0.52, 0], [0.07, 0.05, 0.62], WOOD, { rounding: 0.02 })
    for (const z of [-0.26, 0.26])
      stage.box([side * 0.34, 0, z], [0.05, 0.54, 0.05], WOOD, { rounding: 0.01 })
  }
}

/** A chair for a dining or study table. */
export function chair(stage: Stage, seat: Material, frame: Material = WOOD): void {
  stage.box([0, 0.43, 0], [0.44, 0.06, 0.44], seat, { rounding: 0.025 })
  for (const x of [-0.19, 0.19]) {
    stage.box([x, 0, 0.19], [0.04, 0.44, 0.04], frame)
    stage.box([x, 0, -0.2], [0.04, 0.95, 0.04], frame)
  }
  stage.box([0, 0.62, -0.2], [0.38, 0.3, 0.035], seat, { rounding: 0.015 })
}

/** A chair on a pillar and a five-armed foot. */
export function swivelChair(stage: Stage, fabric: Material): void {
  stage.box([0, 0.44, 0], [0.48, 0.09, 0.46], fabric, { rounding: 0.04 })
  stage.box([0, 0.56, -0.23], [0.44, 0.52, 0.08], fabric, { rounding: 0.038, turn: [0, -8, 0] })
  stage.cylinder([0, 0.1, 0], [0.06, 0.36, 0.06], METAL)
  for (let arm = 0; arm < 5; arm++) {
    const foot = stage.placed(0, 0, 0, arm * 72)
    foot.box([0, 0.07, 0.14], [0.04, 0.035, 0.28], METAL)
    foot.ellipsoid([0, 0.03, 0.27], [0.05, 0.06, 0.05], METAL)
  }
  for (const side of [-1, 1]) {
    stage.box([side * 0.27, 0.44, 0], [0.04, 0.22, 0.05], METAL)
    stage.box([side * 0.27, 0.65, 0.02], [0.06, 0.03, 0.26], METAL, { rounding: 0.012 })
  }
}

export function stool(stage: Stage, seat: Material, height = 0.46): void {
  stage.cylinder([0, height - 0.05, 0], [0.36, 0.05, 0.36], seat)
  for (let leg = 0; leg < 4; leg++)
    stage
      .placed(0, 0, 0, leg * 90 + 45)
      .box([0, 0, 0.14], [0.03, height - 0.05, 0.03], WOOD, { turn: [0, -6, 0] })
}
