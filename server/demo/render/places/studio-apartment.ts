import { bed } from '#server/demo/render/beds.ts'
import {
  ceilingFan,
  curtains,
  pendant,
  picture,
  rug,
  standingLamp,
} from '#server/demo/render/fixtures.ts'
import { type Place, paint } from '#server/demo/render/place-model.ts'
import { pottedPlant } from '#server/demo/render/plants.ts'
import { room, wallOf, windowFrame } from '#server/demo/render/room-shell.ts'
import { sofa, stool } from '#server/demo/render/seating.ts'
import { DAY_SKY, sunFrom } from '#server/demo/render/skies.ts'
import { makeStage, type Stage } from '#server/demo/render/stage.ts'
import { bookshelf, coffeeTable, lowboard, television } from '#server/demo/render/tables.ts'

const SIZE = { width: 4.8, depth: 7 }
const HEIGHT = 2.8
const WINDOW = { from: 1.2, to: 4.1, low: 0.45, high: 2.35 }
const BRICK = paint('#b0603f', 'brick', { second: '#d9c7b0', scale: 0.085 })
const BLACK = paint('#191a1c', 'plain', { gloss: 0.5 })
const WALNUT = paint('#6f4424', 'grain', { second: '#4e2c16', gloss: 0.4 })
const GREY = paint('#7a7f86', 'weave', { second: '#686d74' })
const MUSTARD = paint('#d9a233', 'weave', { second: '#c79026' })
const PRINT = paint('#efe2c4', 'print', { second: '#2f6f73', scale: 0.14 })
const LINEN = paint('#efe8da', 'weave', { second: '#e0d6c3' })

/** One room to live in: past the breakfast bar and the sofa to the bed under the window. */
export function studioApartment(): Place {
  const stage = makeStage()
  room(stage, {
    ...SIZE,
    height: HEIGHT,
    walls: paint('#efece5', 'plaster', { second: '#e6e2d9' }),
    floor: paint('#b58a5e', 'planks', { second: '#8f6840', scale: 0.16, mirror: 0.25, gloss: 0.3 }),
    ceiling: paint('#f8f6f1'),
    accents: { west: BRICK },
    openings: { north: [WINDOW] },
    skirting: paint('#e6e0d3'),
  })
  windowFrame(stage, WINDOW, BLACK, { panes: 4 })
  curtains(stage, [WINDOW.from, WINDOW.to], [0.03, 2.5], LINEN, 0.13)
  addLiving(stage)
  addKitchenette(stage)
  for (let tower = 0; tower < 12; tower++) {
    const body = paint(tower % 2 ? '#d8b48a' : '#cfc6b8', 'facade', {
      second: '#4a5058',
      scale: 2.9,
      dim: 0.5,
    })
    const tall = 14 + 14 * Math.abs(Math.sin(tower * 5.3))
    stage.box([-38 + tower * 8, -16, -26 - (tower % 3) * 7], [7, tall, 7], body)
  }
  stage.box([2, -17, -40], [200, 1, 80], paint('#8a9a6a', 'grass', { second: '#a89f86', dim: 0.5 }))
  return {
    slug: 'studio-apartment',
    solids: stage.solids,
    sky: DAY_SKY,
    sun: sunFrom(-0.5, 0.7, -0.8, 6),
    inside: [
      [0, 0, 0],
      [SIZE.width, HEIGHT, SIZE.depth],
    ],
    texel: 0.075,
    exposure: 0.95,
    fieldOfView: 58,
    seconds: 8,
    posterAt: 0.3,
    walk: [
      { from: [2.3, 1.6, 6.7], to: [2.6, 1.2, 2] },
      { from: [2.2, 1.55, 5.6], to: [1.6, 1.0, 1.4] },
      { from: [2.75, 1.5, 4.4], to: [1.4, 0.95, 0.6] },
      { from: [3.0, 1.5, 3.2], to: [2.4, 1.0, -0.5] },
      { from: [3.1, 1.5, 2.7], to: [4.0, 1.1, -1] },
    ],
  }
}

function addLiving(stage: Stage): void {
  const west = wallOf(stage, SIZE, 'west').place
  const east = wallOf(stage, SIZE, 'east').place
  bed(stage.placed(1.12, 0, 0.95, 90), 1.4, {
    cover: paint('#3f5a6b', 'checks', { second: '#dfe3e0', scale: 0.2 }),
    pillow: LINEN,
    frame: WALNUT,
    headboard: WALNUT,
  })
  stage.box([0.75, 0.56, 0.9], [0.14, 0.4, 0.4], MUSTARD, { rounding: 0.065, turn: [0, 0, 26] })
  bookshelf(stage.placed(1.0, 0, 1.95, 180), [1.9, 0.95, 0.3], 2, WALNUT)
  pottedPlant(stage.placed(0.4, 0.99, 1.95), 0.5, LINEN, 3)
  sofa(stage.placed(0.6, 0, 3.5, 90), 3, GREY, [MUSTARD, LINEN, PRINT])
  rug(
    stage.placed(1.75, 0, 3.5),
    [1.9, 2.4],
    paint('#e6dcc6', 'rug', { second: '#3f4a52', scale: 0.3 }),
  )
  coffeeTable(stage.placed(1.7, 0.014, 3.5, 90), WALNUT)
  lowboard(stage.placed(4.57, 0, 3.5, -90), 1.9, WALNUT)
  television(
    east.placed(3.5, 0, 0),
    0.85,
    paint('#8a4a2f', 'screen', { second: '#e8b878', scale: 2, glow: 0.5 }),
    1.2,
  )
  picture(west, [3.95, 1.3], [0.6, 0.8], paint('#2f4f6f', 'art', { second: '#d9a233', scale: 2 }))
  picture(west, [3.2, 1.3], [0.6, 0.8], paint('#3d6b4a', 'art', { second: '#88a860', scale: 3 }))
  standingLamp(stage.placed(0.35, 0, 2.5), 1.5, '#ffd39a', 2.6)
  pottedPlant(stage.placed(4.4, 0, 0.6), 1.5, LINEN, 2)
  pottedPlant(stage.placed(4.5, 0, 2.1), 0.9, undefined, 5)
  ceilingFan(stage.placed(2.6, 0, 2.6), HEIGHT, BLACK)
}

function addKitchenette(stage: Stage): void {
  const east = wallOf(stage, SIZE, 'east').place
  const front = paint('#3f6b5a', 'plain', { gloss: 0.4 })
  const stone = paint('#efece6', 'marble', { second: '#b5b0a6', scale: 2, gloss: 0.5 })
  east.box([5.9, 0, 0.3], [2.2, 0.88, 0.6], front)
  for (let unit = 0; unit < 4; unit++) {
    east.box([5.08 + unit * 0.55, 0.1, 0.6], [0.535, 0.76, 0.02], front, { rounding: 0.005 })
    east.box([5.08 + unit * 0.55, 0.78, 0.62], [0.2, 0.015, 0.02], MUSTARD)
  }
  east.box([5.9, 0.88, 0.31], [2.2, 0.04, 0.64], stone)
  for (const y of [1.5, 1.9]) east.box([5.9, y, 0.14], [2.1, 0.035, 0.28], WALNUT)
  for (let jar = 0; jar < 9; jar++)
    east.cylinder(
      [5.0 + jar * 0.22, jar % 2 ? 1.535 : 1.935, 0.14],
      [0.1, 0.15, 0.1],
      jar % 3 ? stone : BRICK,
    )
  east.cylinder([5.5, 0.92, 0.3], [0.22, 0.16, 0.22], paint('#c4c6c8', 'plain', { gloss: 0.9 }))
  east.cylinder([6.3, 0.92, 0.3], [0.14, 0.24, 0.14], front, { taper: 0.7 })
  stage.box([0.85, 0, 5.4], [1.3, 1.0, 0.42], BRICK)
  stage.box([0.85, 1.0, 5.4], [1.4, 0.05, 0.6], WALNUT, { rounding: 0.01 })
  for (const x of [0.55, 1.15]) {
    stool(stage.placed(x, 0, 5.98), WALNUT, 0.72)
    pendant(stage.placed(x, 0, 5.4), HEIGHT, 0.8, BLACK, 1.6)
    stage.cylinder([x, 1.05, 5.4], [0.22, 0.015, 0.22], stone)
  }
}
