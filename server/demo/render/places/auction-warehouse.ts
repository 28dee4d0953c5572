import { ceilingPanel, glowing } from '#server/demo/render/fixtures.ts'
import { type Place, paint } from '#server/demo/render/place-model.ts'
import { type Opening, room } from '#server/demo/render/room-shell.ts'
import { DAY_SKY, sunFrom } from '#server/demo/render/skies.ts'
import { makeStage, type Stage } from '#server/demo/render/stage.ts'

const SIZE = { width: 14, depth: 22 }
const HEIGHT = 6.5
const STEEL = paint('#5d6a73', 'plain', { gloss: 0.4 })
const ORANGE = paint('#d96a2a', 'plain', { gloss: 0.35 })
const BLUE = paint('#2f5f9a', 'plain', { gloss: 0.35 })
const YELLOW = paint('#e8b42c', 'plain', { gloss: 0.3 })
const BLACK = paint('#191a1c', 'plain', { gloss: 0.3 })
const PALLET = paint('#b98f5c', 'grain', { second: '#9a7344' })
const CARTONS = ['#b98d5e', '#c79a68', '#a97c4e'].map((color) =>
  paint(color, 'carton', { second: '#d9c39a' }),
)

/** A warehouse with racks, drums and a forklift: from the loading gate down the middle aisle. */
export function auctionWarehouse(): Place {
  const stage = makeStage()
  const clerestory: Opening[] = [0, 1, 2, 3, 4].map((part) => ({
    from: 1.2 + part * 4.2,
    to: 4 + part * 4.2,
    low: 4.5,
    high: 5.9,
  }))
  room(stage, {
    ...SIZE,
    height: HEIGHT,
    walls: paint('#c9cfd0', 'shutter', { scale: 0.3 }),
    floor: paint('#a8a39a', 'plaster', { second: '#8d8980', mirror: 0.28, gloss: 0.3 }),
    ceiling: paint('#d5d8d8', 'shutter', { scale: 0.4 }),
    openings: {
      east: clerestory,
      west: clerestory,
      north: [{ from: 5, to: 9, low: 0, high: 4 }],
      south: [{ from: 5, to: 9, low: 0, high: 4 }],
    },
  })
  for (const x of [2, 12]) for (const z of [3, 8.6, 14.2]) addRack(stage.placed(x, 0, z + 1), x + z)
  for (let z = 1; z < 22; z += 4) addFrame(stage, z)
  addYard(stage)
  addGoods(stage)
  for (const side of [4.5, 9.5]) stage.box([side, 0, 11], [0.1, 0.004, 20], YELLOW)
  return {
    slug: 'auction-warehouse',
    solids: stage.solids,
    sky: DAY_SKY,
    sun: sunFrom(0.7, 0.75, -0.35, 7),
    inside: [
      [0, 0, 0],
      [SIZE.width, HEIGHT, SIZE.depth],
    ],
    texel: 0.19,
    exposure: 0.95,
    fieldOfView: 56,
    seconds: 8,
    posterAt: 0.1,
    walk: [
      { from: [7.6, 1.75, 21], to: [6.4, 1.9, 8] },
      { from: [7.4, 1.7, 17.5], to: [6.6, 1.9, 4] },
      { from: [6.7, 1.7, 13.5], to: [8.6, 1.6, 3] },
      { from: [6.3, 1.7, 10.5], to: [9.2, 1.4, 4] },
      { from: [6.2, 1.7, 8.6], to: [7, 1.8, -4] },
    ],
  }
}

function addRack(stage: Stage, seed: number): void {
  for (const x of [-0.65, 0.65])
    for (const z of [-2.4, 0, 2.4]) stage.box([x, 0, z], [0.1, 4.3, 0.1], BLUE)
  for (let level = 0; level < 3; level++) {
    const y = 0.1 + level * 1.45
    for (const x of [-0.65, 0.65])
      if (level > 0) stage.box([x, y - 0.12, 0], [0.06, 0.12, 4.8], ORANGE)
    for (let slot = 0; slot < 4; slot++) {
      const chance = Math.abs(Math.sin(seed * 13.1 + level * 7.7 + slot * 3.9))
      if (chance < 0.12) continue
      const at = stage.placed(0, y, -1.8 + slot * 1.2)
      at.box([0, 0, 0], [1.1, 0.12, 1.0], PALLET)
      const tall = chance > 0.6 ? 2 : 1
      for (let box = 0; box < 4 * tall; box++) {
        const look = CARTONS[(slot + box) % 3] ?? PALLET
        const size = [0.5, 0.42, 0.46] as const
        at.box(
          [box % 2 ? 0.26 : -0.26, 0.12 + 0.43 * Math.floor(box / 4), box % 4 < 2 ? -0.24 : 0.24],
          size,
          look,
          {
            rounding: 0.01,
          },
        )
      }
    }
  }
}

function addFrame(stage: Stage, z: number): void {
  for (const x of [0.15, 13.85]) stage.box([x, 0, z], [0.3, HEIGHT, 0.2], STEEL)
  for (const y of [5.7, 6.3]) stage.box([7, y, z], [14, 0.12, 0.12], STEEL)
  for (let bay = 0; bay < 14; bay++)
    stage.box([bay + 0.5, 5.72, z], [0.06, 0.84, 0.06], STEEL, { turn: [0, 0, bay % 2 ? 40 : -40] })
  for (const x of [4, 10]) {
    stage.cylinder([x, 5.25, z + 2], [0.5, 0.3, 0.5], STEEL, { taper: 0.35, castsShadow: false })
    ceilingPanel(stage.placed(x, 0, z + 2), 5.27, [0.36, 0.36], 14, '#fff2dc')
  }
}

function addGoods(stage: Stage): void {
  for (const [index, [x, z]] of (
    [
      [4.1, 20.2],
      [3.5, 20.6],
      [4.1, 20.9],
      [2.9, 20.2],
      [9.9, 3.4],
      [10.4, 2.8],
      [9.8, 2.7],
    ] as const
  ).entries()) {
    const look = index % 3 === 0 ? ORANGE : BLUE
    stage.cylinder([x, 0, z], [0.58, 0.88, 0.58], look)
    for (const y of [0.28, 0.58]) stage.cylinder([x, y, z], [0.6, 0.03, 0.6], look)
  }
  const lift = stage.placed(9.0, 0, 6.6, 205)
  lift.box([0, 0.25, 0], [1.1, 0.75, 1.7], YELLOW, { rounding: 0.06 })
  lift.box([0, 0.3, -0.75], [1.1, 0.9, 0.5], BLACK, { rounding: 0.08 })
  lift.box([0, 0.98, -0.2], [0.5, 0.14, 0.5], BLACK, { rounding: 0.05 })
  lift.box([0, 1.05, -0.45], [0.5, 0.5, 0.12], BLACK, { rounding: 0.05 })
  for (const x of [-0.5, 0.5]) {
    lift.box([x, 0.95, -0.6], [0.07, 1.15, 0.07], BLACK)
    lift.box([x, 0.95, 0.55], [0.07, 1.15, 0.07], BLACK)
    lift.box([x * 0.6, 0.05, 0.95], [0.12, 2.2, 0.12], STEEL)
    lift.box([x * 0.6, 0.08, 1.5], [0.14, 0.06, 1.1], STEEL)
    for (const z of [-0.55, 0.6])
      lift.cylinder([x * 1.08, 0.19, z], [0.56, 0.18, 0.56], BLACK, { turn: [0, 0, 90] })
  }
  lift.box([0, 2.08, -0.03], [1.1, 0.06, 1.3], BLACK)
  lift.ellipsoid([0, 2.2, -0.4], [0.14, 0.16, 0.14], glowing('#ff9a3c', 1.5))
  for (let pallet = 0; pallet < 7; pallet++)
    stage.box([10.1, pallet * 0.14, 20], [1.1, 0.12, 1.1], PALLET, { turn: [pallet * 3, 0, 0] })
  for (let box = 0; box < 6; box++)
    stage.box(
      [4.0 + (box % 2) * 0.62, Math.floor(box / 4) * 0.5, 16.4 + (box % 4 > 1 ? 0.62 : 0)],
      [0.58, 0.5, 0.58],
      CARTONS[box % 3] ?? PALLET,
      { rounding: 0.012 },
    )
}

function addYard(stage: Stage): void {
  stage.box(
    [7, -0.25, -20],
    [120, 0.2, 40],
    paint('#b8a98c', 'plaster', { second: '#a8977a', dim: 0.6 }),
  )
  stage.box(
    [7, 0, -30],
    [80, 2.6, 0.4],
    paint('#c9895a', 'brick', { second: '#a87048', scale: 0.3, dim: 0.6 }),
  )
  stage.box([5.6, 0.6, -9], [2.5, 2.6, 6], paint('#c9a53c', 'shutter', { scale: 0.25, dim: 0.6 }))
  stage.box(
    [5.6, 0.6, -5.2],
    [2.3, 2.1, 1.5],
    paint('#b5432f', 'plain', { gloss: 0.3, dim: 0.6 }),
    { rounding: 0.1 },
  )
  stage.box([5.6, 1.6, -4.43], [1.9, 0.8, 0.03], BLACK)
  for (const x of [4.6, 6.6])
    for (const z of [-5.2, -10.5])
      stage.cylinder([x, 0.35, z], [0.9, 0.3, 0.9], BLACK, { turn: [0, 0, 90] })
}
