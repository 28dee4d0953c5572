import { type Material, paint } from './place-model.ts'
import type { Stage } from './stage.ts'

const LEAVES = [
  paint('#3f7a36', 'leaf', { second: '#6aa04a', gloss: 0.15 }),
  paint('#2f6a35', 'leaf', { second: '#4f8a42', gloss: 0.15 }),
  paint('#5a8f3c', 'leaf', { second: '#8ab457', gloss: 0.15 }),
]
const SOIL = paint('#3a2a1e')
const BARK = paint('#6b4c33', 'grain', { second: '#4c3524' })
const CLAY = paint('#b5623c', 'plaster', { second: '#9c4f2e' })

/** A plant in a pot: leaves on arching stems, or broad ones for an indoor palm. */
export function pottedPlant(stage: Stage, height: number, pot: Material = CLAY, seed = 1): void {
  const wide = 0.16 + height * 0.12
  const rim = 0.14 + height * 0.16
  stage.cylinder([0, 0, 0], [wide * 0.75, rim, wide * 0.75], pot, { taper: 1.35 })
  stage.cylinder([0, rim - 0.015, 0], [wide * 0.95, 0.02, wide * 0.95], SOIL)
  const count = 16 + Math.round(height * 8)
  for (let leaf = 0; leaf < count; leaf++) {
    const part = (leaf + 0.5) / count
    const lean = 12 + 62 * part + 9 * Math.sin(leaf * seed * 3.7)
    const length = (height - rim) * (1.05 - 0.5 * part)
    const stem = stage.placed(0, rim, 0, leaf * 137.5 + seed * 40)
    const tilt = (lean * Math.PI) / 180
    const reach = length * 0.62
    stem.ellipsoid(
      [0, Math.cos(tilt) * reach, Math.sin(tilt) * reach],
      [0.05 + length * 0.13, length * 0.82, 0.016],
      leafOf(leaf),
      { turn: [0, lean, 0] },
    )
    if (leaf % 2 === 0)
      stem.cylinder(
        [0, Math.cos(tilt) * reach * 0.35 - reach * 0.35, Math.sin(tilt) * reach * 0.35],
        [0.014, reach * 0.7, 0.014],
        leafOf(leaf + 1),
        { turn: [0, lean, 0] },
      )
  }
}

/** A rounded shrub of many small leaves about its base, with flowers of a colour. */
export function shrub(stage: Stage, size: number, flower?: Material, seed = 1): void {
  const count = Math.round(46 + size * 40)
  for (let leaf = 0; leaf < count; leaf++) {
    const up = 1 - (leaf + 0.5) / count
    const around = leaf * 2.39996 + seed
    const out = Math.sqrt(1 - (up * 2 - 1) ** 2)
    const reach = size * (0.4 + 0.12 * Math.sin(leaf * 5.1 * seed))
    const spot = [
      Math.cos(around) * out * reach,
      size * 0.42 + (up * 2 - 1) * reach,
      Math.sin(around) * out * reach,
    ] as const
    const isFlower = flower && leaf % 5 === 0
    const wide = size * (isFlower ? 0.09 : 0.24)
    stage.ellipsoid(
      spot,
      isFlower ? [wide, wide, wide] : [wide, size * 0.07, wide * 0.6],
      isFlower ? flower : leafOf(leaf),
      { turn: [leaf * 71, 30 * Math.sin(leaf), 24 * Math.cos(leaf * 1.7)] },
    )
  }
}

/** A tree with a trunk and a crown of shrubs. */
export function tree(stage: Stage, height: number, flower?: Material): void {
  stage.cylinder([0, 0, 0], [height * 0.09, height * 0.6, height * 0.09], BARK, { taper: 0.6 })
  for (let part = 0; part < 5; part++) {
    const angle = part * 1.257
    const out = part === 0 ? 0 : height * 0.17
    const crown = stage.placed(
      Math.cos(angle) * out,
      height * (part === 0 ? 0.62 : 0.46),
      Math.sin(angle) * out,
    )
    shrub(crown, height * 0.42, flower, part + 1)
  }
}

/** A palm: a bent trunk and a crown of long fronds. */
export function palm(stage: Stage, height: number): void {
  for (let ring = 0; ring < 8; ring++)
    stage.cylinder(
      [ring * ring * 0.008, (height * ring) / 8, 0],
      [0.24, height / 7.8, 0.24],
      BARK,
      { taper: 0.86 },
    )
  const crown = stage.placed(0.45, height, 0)
  for (let frond = 0; frond < 22; frond++) {
    const stem = crown.placed(0, 0, 0, frond * 137.5)
    const droop = 55 + 60 * ((frond * 0.618) % 1)
    const tilt = (droop * Math.PI) / 180
    stem.ellipsoid(
      [0, Math.cos(tilt) * 0.8, Math.sin(tilt) * 0.8],
      [0.26, 1.7, 0.05],
      leafOf(frond),
      {
        turn: [0, droop, 0],
      },
    )
  }
}

function leafOf(index: number): Material {
  const found = LEAVES[index % LEAVES.length]
  if (!found) throw new RangeError('a plant has no leaves')
  return found
}
