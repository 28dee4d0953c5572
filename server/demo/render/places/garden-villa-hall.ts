import { curtains, glowing, picture, rug, standingLamp } from '#server/demo/render/fixtures.ts'
import { type Place, paint } from '#server/demo/render/place-model.ts'
import { palm, pottedPlant, shrub, tree } from '#server/demo/render/plants.ts'
import { GLASS, room, wallOf, windowFrame } from '#server/demo/render/room-shell.ts'
import { armchair, sofa } from '#server/demo/render/seating.ts'
import { DAY_SKY, sunFrom } from '#server/demo/render/skies.ts'
import { makeStage, type Stage } from '#server/demo/render/stage.ts'
import { coffeeTable, lowboard } from '#server/demo/render/tables.ts'

const SIZE = { width: 7.5, depth: 8.5 }
const HEIGHT = 6
const TEAK = paint('#8a5630', 'grain', { second: '#68391c', gloss: 0.4 })
const CREAM = paint('#e9dfcb', 'weave', { second: '#dacdb4' })
const RUST = paint('#b5522f', 'weave', { second: '#9c4225' })
const BRASS = paint('#c08f38', 'plain', { gloss: 0.7 })
const FLOWERS = paint('#d9437a')

/** A villa's double-height hall: past the stairs and the chandelier to the garden. */
export function gardenVillaHall(): Place {
  const stage = makeStage()
  const low = { from: 1.2, to: 6.3, low: 0, high: 2.5 }
  const high = { from: 1.2, to: 6.3, low: 3.1, high: 5.3 }
  room(stage, {
    ...SIZE,
    height: HEIGHT,
    walls: paint('#f3ead9', 'plaster', { second: '#eadfca' }),
    floor: paint('#efe9de', 'marble', { second: '#b8ab98', scale: 1.2, mirror: 0.6, gloss: 0.6 }),
    ceiling: paint('#faf6ee'),
    accents: { east: paint('#c9a277', 'planks', { second: '#b08658', scale: 0.24 }) },
    openings: { north: [{ ...low, high: high.high }] },
  })
  addNorthWall(stage, low, high)
  addStairs(stage)
  furnish(stage)
  addGarden(stage)
  return {
    slug: 'garden-villa-hall',
    solids: stage.solids,
    sky: DAY_SKY,
    sun: sunFrom(-0.4, 0.8, -0.6, 6),
    inside: [
      [0, 0, -0.2],
      [SIZE.width, HEIGHT, SIZE.depth],
    ],
    texel: 0.1,
    exposure: 0.95,
    fieldOfView: 66,
    seconds: 8,
    posterAt: 0.05,
    walk: [
      { from: [6.3, 1.75, 8.0], to: [2.9, 1.9, 1.5] },
      { from: [5.6, 1.7, 6.9], to: [2.8, 1.7, 0.5] },
      { from: [4.7, 1.65, 5.4], to: [3.6, 1.5, -1] },
      { from: [4.8, 1.6, 3.5], to: [4.2, 1.4, -4] },
      { from: [4.7, 1.6, 2.3], to: [3.2, 1.3, -5] },
    ],
  }
}

function addNorthWall(
  stage: Stage,
  low: Parameters<typeof windowFrame>[1],
  high: typeof low,
): void {
  const plaster = paint('#f3ead9', 'plaster', { second: '#eadfca' })
  stage.box([3.75, low.high, -0.08], [5.1, high.low - low.high, 0.16], plaster)
  windowFrame(stage, high, TEAK, { panes: 5, bar: 0.07 })
  for (const x of [1.23, 2.5, 5.0, 6.27]) stage.box([x, 0, -0.08], [0.08, 2.5, 0.1], TEAK)
  for (const x of [1.86, 5.64]) stage.box([x, 0.05, -0.08], [1.2, 2.4, 0.01], GLASS)
  curtains(stage, [low.from, low.to], [0.03, 5.5], CREAM, 0.1)
}

function addStairs(stage: Stage): void {
  for (let step = 0; step < 17; step++) {
    const z = 6.9 - step * 0.28
    stage.box([0.72, 0.12 + step * 0.18, z], [1.36, 0.06, 0.32], TEAK, { rounding: 0.01 })
    if (step % 2 === 0) stage.cylinder([1.36, 0.18 + step * 0.18, z], [0.025, 0.92, 0.025], BRASS)
  }
  const flight = stage.placed(0.72, 1.42, 4.66)
  flight.box([0, -0.07, 0], [1.2, 0.14, 5.4], CREAM, { turn: [0, 32.7, 0] })
  flight.box([0.64, 1.13, 0], [0.06, 0.06, 5.45], TEAK, { turn: [0, 32.7, 0], rounding: 0.02 })
  stage.box([0.72, 3.0, 1.1], [1.44, 0.2, 2.2], CREAM)
  for (let post = 0; post < 8; post++)
    stage.cylinder([1.38, 3.2, 0.15 + post * 0.28], [0.025, 0.92, 0.025], BRASS)
  stage.box([1.38, 4.1, 1.15], [0.07, 0.06, 2.2], TEAK, { rounding: 0.02 })
  pottedPlant(stage.placed(0.75, 0, 2.4), 1.5, paint('#2f6f73', 'plain', { gloss: 0.5 }), 2)
  shrub(stage.placed(0.6, 0, 3.4), 0.6, undefined, 2)
}

function furnish(stage: Stage): void {
  const east = wallOf(stage, SIZE, 'east').place
  rug(
    stage.placed(3.7, 0, 3.6),
    [3.2, 2.6],
    paint('#7a2f2c', 'rug', { second: '#26384f', scale: 0.26 }),
  )
  sofa(stage.placed(6.2, 0, 3.6, -90), 3, CREAM, [
    RUST,
    paint('#2f6f73', 'print', { second: '#efe2c4', scale: 0.16 }),
    RUST,
  ])
  armchair(stage.placed(2.5, 0, 3.0, 80), RUST)
  armchair(stage.placed(2.5, 0, 4.2, 100), RUST)
  coffeeTable(stage.placed(4.1, 0.014, 3.6, 90), TEAK)
  lowboard(stage.placed(7.25, 0, 6.8, -90), 1.9, TEAK)
  picture(
    east,
    [3.6, 1.6],
    [2.0, 1.1],
    paint('#2f4f6f', 'art', { second: '#c98a3c', scale: 0 }),
    BRASS,
  )
  picture(
    east,
    [6.8, 1.1],
    [0.9, 1.2],
    paint('#8f2f2c', 'art', { second: '#c9962f', scale: 1 }),
    BRASS,
  )
  standingLamp(stage.placed(7.0, 0, 1.9), 1.7, '#ffd9a0', 3)
  standingLamp(stage.placed(7.2, 0.5, 6.2), 0.6, '#ffd39a', 1.5)
  pottedPlant(stage.placed(6.9, 0, 0.7), 1.7, BRASS, 4)
  stage.cylinder([3.75, 4.7, 3.8], [0.02, 1.3, 0.02], BRASS)
  for (const [tier, radius] of [
    [4.6, 0.65],
    [4.2, 0.42],
  ] as const) {
    stage.cylinder([3.75, tier, 3.8], [radius * 2, 0.04, radius * 2], BRASS)
    for (let bulb = 0; bulb < 10; bulb++) {
      const angle = bulb * 0.6283
      const spot = [
        3.75 + Math.cos(angle) * radius,
        tier - 0.12,
        3.8 + Math.sin(angle) * radius,
      ] as const
      stage.cylinder(spot, [0.07, 0.26, 0.07], glowing('#ffdca8', 2.6), {
        castsShadow: false,
        ...(bulb % 5 === 0 && { lamp: { intensity: 3, isDownward: false } }),
      })
    }
  }
}

function addGarden(stage: Stage): void {
  stage.box(
    [3.75, -0.25, -14],
    [60, 0.2, 27.6],
    paint('#5f8a3c', 'grass', { second: '#86ab55', dim: 0.6 }),
  )
  stage.box(
    [3.75, -0.12, -1.2],
    [7.5, 0.1, 2.2],
    paint('#b5a68f', 'paving', { second: '#978770', scale: 0.6, dim: 0.7 }),
  )
  for (let stone = 0; stone < 6; stone++)
    stage.cylinder([3.9 + 0.4 * Math.sin(stone), -0.08, -2.9 - stone], [0.9, 0.06, 0.7], CREAM)
  stage.box(
    [3.75, 0, -14],
    [40, 2.2, 0.4],
    paint('#d9a877', 'brick', { second: '#b98a5c', scale: 0.2, dim: 0.6 }),
  )
  for (const [x, z, size] of [
    [0.5, -3.6, 1.1],
    [7.2, -3.4, 1.2],
    [-1.5, -6, 1.6],
    [9, -7, 1.6],
    [1.2, -9, 1.3],
    [6.2, -10, 1.5],
  ] as const)
    shrub(stage.placed(x, -0.1, z), size, FLOWERS, x + 3)
  palm(stage.placed(1.5, -0.1, -7.4), 4.2)
  palm(stage.placed(6.9, -0.1, -8.6), 4.8)
  tree(stage.placed(-3, 0, -11), 6)
  tree(stage.placed(10.5, 0, -12), 6.5)
}
