import {
  airConditioner,
  ceilingFan,
  ceilingPanel,
  curtains,
  picture,
  rug,
  standingLamp,
} from '#server/demo/render/fixtures.ts'
import { linear, type Place, paint } from '#server/demo/render/place-model.ts'
import { pottedPlant } from '#server/demo/render/plants.ts'
import { door, GLASS, room, wallOf } from '#server/demo/render/room-shell.ts'
import { armchair, chair, sofa } from '#server/demo/render/seating.ts'
import { DAY_SKY, sunFrom } from '#server/demo/render/skies.ts'
import { makeStage, type Stage } from '#server/demo/render/stage.ts'
import { bookshelf, coffeeTable, lowboard, table, television } from '#server/demo/render/tables.ts'

const SIZE = { width: 5.4, depth: 6.4 }
const HEIGHT = 2.9
const WHITE = paint('#f3efe6', 'plaster', { second: '#ebe5d9' })
const STEEL = paint('#cfd2d2', 'plain', { gloss: 0.8 })
const TEAL = paint('#2f6f73', 'weave', { second: '#23585e' })
const SAND = paint('#cbb592', 'weave', { second: '#b8a07c' })

/** A Mumbai flat high above the bay: from the entrance across the room to the balcony. */
export function seaViewLivingRoom(): Place {
  const stage = makeStage()
  room(stage, {
    ...SIZE,
    height: HEIGHT,
    walls: WHITE,
    floor: paint('#e6dccb', 'tiles', { second: '#b9ab96', scale: 0.8, mirror: 0.5, gloss: 0.5 }),
    ceiling: paint('#f8f6f1'),
    accents: { west: paint('#c9d8d3', 'plaster', { second: '#bfd0ca' }) },
    openings: { north: [{ from: 0.9, to: 4.5, low: 0, high: 2.45 }] },
    skirting: paint('#d8cdbb'),
  })
  furnish(stage)
  addBalcony(stage)
  addBay(stage)
  return {
    slug: 'sea-view-living-room',
    solids: stage.solids,
    sky: { ...DAY_SKY, ground: linear('#9db9c9', 1.4) },
    sun: sunFrom(-0.55, 0.62, -0.75, 6),
    inside: [
      [0, 0, -1.6],
      [SIZE.width, HEIGHT, SIZE.depth],
    ],
    texel: 0.072,
    exposure: 0.95,
    fieldOfView: 56,
    seconds: 8,
    posterAt: 0.3,
    walk: [
      { from: [4.5, 1.55, 6.0], to: [1.6, 1.1, 2.0] },
      { from: [3.9, 1.5, 4.9], to: [2.0, 1.1, 0.5] },
      { from: [3.1, 1.5, 3.4], to: [2.7, 1.2, -1.5] },
      { from: [2.75, 1.5, 1.4], to: [2.2, 1.25, -4] },
      { from: [2.6, 1.52, -0.35], to: [0.3, 1.3, -6] },
    ],
  }
}

function furnish(stage: Stage): void {
  const west = wallOf(stage, SIZE, 'west').place
  const east = wallOf(stage, SIZE, 'east').place
  const south = wallOf(stage, SIZE, 'south').place
  const seat = stage.placed(0.55, 0, 2.7, 90)
  const cushions = [
    paint('#d9772f', 'print', { second: '#f3e3c0', scale: 0.14 }),
    paint('#e3c45a', 'weave'),
    SAND,
  ]
  sofa(seat, 3, TEAL, cushions)
  rug(
    stage.placed(1.9, 0, 2.7),
    [2.1, 2.9],
    paint('#8f2f2c', 'rug', { second: '#23385c', scale: 0.22 }),
  )
  coffeeTable(stage.placed(1.85, 0.014, 2.7, 90))
  armchair(stage.placed(1.7, 0, 0.95, 12), SAND)
  standingLamp(stage.placed(0.42, 0, 4.15), 1.6, '#ffd9a0', 3)
  picture(
    west,
    [3.35, 1.45],
    [0.75, 0.95],
    paint('#24506b', 'art', { second: '#d48a3c', scale: 0 }),
  )
  picture(west, [4.2, 1.6], [0.5, 0.65], paint('#b5482c', 'art', { second: '#2f5a57', scale: 1 }))
  picture(west, [2.55, 1.6], [0.5, 0.65], paint('#3d6b4a', 'art', { second: '#88a860', scale: 3 }))
  lowboard(stage.placed(5.17, 0, 2.7, -90), 2.2)
  television(
    east.placed(2.7, 0, 0),
    1.0,
    paint('#2d5a3a', 'screen', { second: '#e8c878', scale: 2, glow: 0.5 }),
  )
  pottedPlant(stage.placed(5.0, 0, 1.0), 1.35, paint('#e9e4da', 'plain', { gloss: 0.4 }), 2)
  pottedPlant(stage.placed(5.15, 0.5, 1.75), 0.4, paint('#b5623c'), 3)
  bookshelf(stage.placed(5.2, 0, 4.75, -90), [0.9, 1.9, 0.3], 5)
  table(stage.placed(1.2, 0, 5.4), [1.5, 0.76, 0.85])
  for (const [x, z, yaw] of [
    [0.85, 4.8, 0],
    [1.55, 4.8, 0],
    [0.85, 6.0, 180],
    [1.55, 6.0, 180],
  ] as const)
    chair(stage.placed(x, 0, z, yaw), SAND)
  stage.cylinder([1.2, 0.76, 5.4], [0.12, 0.2, 0.12], paint('#3b6ea0', 'plain', { gloss: 0.6 }), {
    taper: 0.6,
  })
  pottedPlant(stage.placed(1.2, 0.82, 5.4), 0.35, paint('#3b6ea0'), 5)
  door(south, 1.0, paint('#6d4427', 'grain', { second: '#50301a', gloss: 0.3 }))
  ceilingFan(stage.placed(2.6, 0, 3.2), HEIGHT)
  airConditioner(east, 5.0, 2.35)
  for (const [x, z] of [
    [1.2, 1.6],
    [4.2, 1.6],
    [1.2, 4.8],
    [4.2, 4.8],
  ] as const)
    ceilingPanel(stage.placed(x, 0, z), HEIGHT, [0.2, 0.2], 2.2)
  curtains(stage, [0.9, 4.5], [0.03, 2.6], paint('#e8dcc4', 'weave', { second: '#dccdb0' }), 0.13)
}

function addBalcony(stage: Stage): void {
  stage.box(
    [2.7, -0.2, -0.85],
    [5.4, 0.19, 1.5],
    paint('#b9a48a', 'tiles', { second: '#8c7b66', scale: 0.3 }),
  )
  stage.box([2.7, 2.75, -0.85], [5.4, 0.15, 1.5], WHITE)
  for (const x of [-0.02, 5.42]) stage.box([x, -0.2, -0.85], [0.16, 3, 1.5], WHITE)
  stage.cylinder([2.7, -1.68, -1.5], [0.06, 5.3, 0.06], STEEL, { turn: [0, 0, 90] })
  for (const x of [0.1, 1.4, 2.7, 4.0, 5.3]) stage.box([x, 0, -1.5], [0.04, 0.97, 0.04], STEEL)
  stage.box([2.7, 0.06, -1.5], [5.2, 0.84, 0.012], GLASS)
  pottedPlant(stage.placed(4.9, 0, -0.8), 1.0, undefined, 4)
  pottedPlant(stage.placed(0.5, 0, -1.0), 0.8, undefined, 6)
  armchair(stage.placed(1.3, 0, -0.75, 160), SAND)
  for (const x of [0.93, 2.1, 4.47]) stage.box([x, 0, -0.1], [0.06, 2.45, 0.05], STEEL)
  stage.box([1.5, 0.05, -0.1], [1.15, 2.38, 0.01], GLASS)
  stage.box([2.7, 2.4, -0.1], [3.6, 0.05, 0.05], STEEL)
}

function addBay(stage: Stage): void {
  const deep = -48
  stage.box(
    [0, deep - 1, -1500],
    [6000, 1, 2900],
    paint('#2f6f8f', 'sea', { second: '#5f9fb5', dim: 0.5 }),
  )
  stage.box(
    [-720, deep, -900],
    [1120, 3, 1600],
    paint('#8a9a6a', 'grass', { second: '#a89f86', dim: 0.42 }),
    {
      turn: [-6, 0, 0],
    },
  )
  for (let tower = 0; tower < 40; tower++) {
    const chance = Math.abs(Math.sin(tower * 91.7))
    const size = [24 + chance * 20, 25 + 75 * Math.abs(Math.sin(tower * 37.1)), 22] as const
    const spot = [-190 - (tower % 5) * 60 - tower * 3, deep, -260 - tower * 30] as const
    const body = paint(chance > 0.5 ? '#d8c8ae' : '#c9b9a6', 'facade', {
      second: '#4a4d52',
      scale: 5,
      dim: 0.5,
    })
    stage.box(spot, size, body, { turn: [chance * 60, 0, 0] })
  }
}
