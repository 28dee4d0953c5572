import { glowing, rug, standingLamp } from '#server/demo/render/fixtures.ts'
import { linear, type Place, paint } from '#server/demo/render/place-model.ts'
import { pottedPlant, shrub } from '#server/demo/render/plants.ts'
import { door } from '#server/demo/render/room-shell.ts'
import { armchair, sofa } from '#server/demo/render/seating.ts'
import { EVENING_SKY } from '#server/demo/render/skies.ts'
import { makeStage, type Stage } from '#server/demo/render/stage.ts'
import { coffeeTable, table } from '#server/demo/render/tables.ts'

const WALL = paint('#e6d3b3', 'plaster', { second: '#d9c4a0' })
const WOOD = paint('#8a5a34', 'grain', { second: '#6d4224', gloss: 0.2 })
const CANE = paint('#b5854f', 'weave', { second: '#9c6f3c' })
const CLOTH = paint('#efe2c8', 'weave', { second: '#e0d0b0' })
const FLOWERS = ['#e0457a', '#f0a83c', '#f2ead8'].map((color) => paint(color))

/** A roof terrace at dusk: from the stair head under the strings of lamps to the parapet over the city. */
export function terraceGarden(): Place {
  const stage = makeStage()
  stage.box(
    [4, -0.2, 4],
    [8.4, 0.2, 9],
    paint('#b98a63', 'tiles', { second: '#8f6645', scale: 0.3 }),
  )
  for (const x of [-0.1, 8.1]) stage.box([x, 0, 4], [0.2, 1.05, 9], WALL)
  stage.box([4, 0, -0.4], [8.4, 0.95, 0.2], WALL)
  for (const [x, z, wide, deep] of [
    [4, -0.4, 8.6, 0.3],
    [-0.1, 4, 0.3, 9],
    [8.1, 4, 0.3, 9],
  ] as const)
    stage.box([x, z < 0 ? 0.95 : 1.05, z], [wide, 0.06, deep], paint('#c9b48f'))
  stage.box([1.6, 0, 8.2], [3.4, 2.7, 1.4], WALL)
  stage.box([1.6, 2.7, 8.1], [3.7, 0.14, 1.9], paint('#c9b48f'))
  door(stage.placed(3.2, 0, 7.5, 180), 1.6, WOOD)
  addPergola(stage)
  addSeats(stage)
  addPlants(stage)
  addTown(stage)
  return {
    slug: 'terrace-garden',
    solids: stage.solids,
    sky: EVENING_SKY,
    sun: { toward: [-0.75, 0.16, -0.7], color: linear('#ff9a52', 1.5) },
    inside: [
      [-0.3, -0.1, -0.6],
      [8.3, 3, 8.5],
    ],
    texel: 0.075,
    exposure: 0.58,
    fieldOfView: 60,
    seconds: 8,
    posterAt: 0.1,
    walk: [
      { from: [5.9, 1.7, 8.1], to: [2.8, 1.2, 2] },
      { from: [5.4, 1.65, 6.9], to: [2.8, 1.1, 1] },
      { from: [5.2, 1.6, 5.6], to: [2.5, 1.1, 0] },
      { from: [5.15, 1.6, 4.2], to: [2.6, 1.2, -2] },
      { from: [4.9, 1.6, 2.5], to: [2.4, 1.4, -6] },
    ],
  }
}

function addPergola(stage: Stage): void {
  for (const x of [0.5, 4.1])
    for (const z of [0.5, 4.3]) stage.box([x, 0, z], [0.14, 2.5, 0.14], WOOD)
  for (const z of [0.5, 4.3]) stage.box([2.3, 2.5, z], [4.2, 0.16, 0.1], WOOD)
  for (let beam = 0; beam < 10; beam++)
    stage.box([0.5 + beam * 0.4, 2.66, 2.4], [0.07, 0.12, 4.5], WOOD)
  for (const [from, z] of [
    [4.1, 0.6],
    [4.1, 2.4],
    [4.1, 4.2],
  ] as const)
    for (let bulb = 0; bulb < 10; bulb++) {
      const part = bulb / 9
      const y = 2.45 + part * 0.25 - 1.9 * part * (1 - part) * 0.6
      const spot = [from + part * 3.8, y, z] as const
      stage.ellipsoid(spot, [0.085, 0.11, 0.085], glowing('#ffcf85', 7), {
        castsShadow: false,
        ...(bulb % 3 === 1 && { lamp: { intensity: 0.8, isDownward: false } }),
      })
      stage.cylinder([spot[0], y + 0.05, z], [0.02, 0.05, 0.02], WOOD)
    }
  for (let bulb = 0; bulb < 8; bulb++)
    stage.ellipsoid([0.6 + bulb * 0.48, 2.4, 4.3], [0.08, 0.11, 0.08], glowing('#ffcf85', 7), {
      castsShadow: false,
      ...(bulb % 3 === 1 && { lamp: { intensity: 0.9, isDownward: false } }),
    })
}

function addSeats(stage: Stage): void {
  rug(
    stage.placed(2.3, 0, 2.4),
    [2.9, 2.4],
    paint('#9c3b2f', 'rug', { second: '#2f4a5a', scale: 0.24 }),
  )
  sofa(stage.placed(0.85, 0, 2.4, 90), 3, CLOTH, [
    FLOWERS[1] ?? CLOTH,
    paint('#2f6f73', 'print', { second: '#f0e2c0', scale: 0.14 }),
    FLOWERS[0] ?? CLOTH,
  ])
  armchair(stage.placed(2.4, 0, 0.75, 0), CANE)
  armchair(stage.placed(3.5, 0, 3.4, -120), CANE)
  coffeeTable(stage.placed(2.2, 0.014, 2.4, 90), WOOD)
  for (const z of [2.2, 2.55])
    stage.cylinder([2.1, 0.41, z], [0.07, 0.1, 0.07], glowing('#ffb765', 2.5), {
      lamp: { intensity: 0.35, isDownward: false },
    })
  standingLamp(stage.placed(0.55, 0, 0.8), 1.1, '#ffc98a', 1.6)
  table(stage.placed(6.8, 0, 3.4), [0.8, 0.72, 0.8], WOOD)
  armchair(stage.placed(6.8, 0, 2.5, 0), CANE)
  armchair(stage.placed(6.8, 0, 4.3, 180), CANE)
  stage.cylinder([6.8, 0.72, 3.4], [0.12, 0.16, 0.12], glowing('#ffc27a', 2.5), {
    lamp: { intensity: 0.8, isDownward: false },
  })
}

function addPlants(stage: Stage): void {
  for (let pot = 0; pot < 7; pot++) {
    const at = stage.placed(0.6 + pot * 1.15, 0, 0.02)
    if (pot % 2) pottedPlant(at, 0.8 + 0.3 * Math.abs(Math.sin(pot * 3)), undefined, pot + 1)
    else {
      at.box([0, 0, 0], [0.8, 0.4, 0.36], paint('#a85a38', 'plaster', { second: '#944c2d' }))
      shrub(at.placed(0, 0.28, 0), 0.62, FLOWERS[pot % 3], pot + 1)
    }
  }
  for (let pot = 0; pot < 5; pot++) {
    const at = stage.placed(7.7, 0, 1.2 + pot * 1.35)
    at.cylinder([0, 0, 0], [0.4, 0.42, 0.4], paint('#3f6f7f', 'plain', { gloss: 0.4 }), {
      taper: 1.2,
    })
    shrub(at.placed(0, 0.34, 0), 0.75, FLOWERS[(pot + 1) % 3], pot + 4)
  }
}

function addTown(stage: Stage): void {
  stage.box([0, -30, -150], [800, 1, 320], paint('#5a5048', 'plaster'))
  for (let house = 0; house < 46; house++) {
    const chance = Math.abs(Math.sin(house * 91.7))
    const tall = 20 + 16 * Math.abs(Math.sin(house * 37.1)) + (house % 9 === 0 ? 16 : 0)
    const spot = [
      -110 + (house % 16) * 15 + chance * 6,
      -29,
      -26 - Math.floor(house / 16) * 30 - chance * 14,
    ] as const
    const body = paint(chance > 0.5 ? '#a8836a' : '#8f8590', 'dusk', {
      second: '#2a2a3c',
      scale: 3.1,
      glow: 0.1,
    })
    stage.box(spot, [10 + chance * 5, tall, 11], body, { turn: [chance * 24, 0, 0] })
  }
}
