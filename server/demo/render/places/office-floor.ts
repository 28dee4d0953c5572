import { ceilingPanel } from '#server/demo/render/fixtures.ts'
import { type Place, paint } from '#server/demo/render/place-model.ts'
import { pottedPlant } from '#server/demo/render/plants.ts'
import { GLASS, room, windowFrame } from '#server/demo/render/room-shell.ts'
import { swivelChair } from '#server/demo/render/seating.ts'
import { DAY_SKY, sunFrom } from '#server/demo/render/skies.ts'
import { makeStage, type Stage } from '#server/demo/render/stage.ts'
import { bookshelf, lowboard, table } from '#server/demo/render/tables.ts'

const SIZE = { width: 11, depth: 9 }
const HEIGHT = 3
const WHITE = paint('#f4f2ec', 'plain', { gloss: 0.35 })
const BIRCH = paint('#dcc29a', 'grain', { second: '#cdb084', gloss: 0.3 })
const BLACK = paint('#16181b', 'plain', { gloss: 0.5 })
const FELT = paint('#e08a3a', 'weave', { second: '#d07a2c' })
const SLATE = paint('#3f5a6b', 'weave', { second: '#344c5b' })

/** An office floor: between the desks, past the glass cabin, to the windows over the city. */
export function officeFloor(): Place {
  const stage = makeStage()
  const windows = [0, 1, 2, 3].map((part) => ({
    from: 0.5 + part * 2.6,
    to: 2.9 + part * 2.6,
    low: 0.75,
    high: 2.65,
  }))
  room(stage, {
    ...SIZE,
    height: HEIGHT,
    walls: paint('#eceae4', 'plaster', { second: '#e3e1da' }),
    floor: paint('#6c7680', 'weave', { second: '#5d6771' }),
    ceiling: paint('#f1f0ec', 'tiles', { second: '#cfcdc6', scale: 0.6 }),
    accents: { west: paint('#2f6f73', 'plaster', { second: '#2a666a' }) },
    openings: { north: windows },
  })
  for (const hole of windows) windowFrame(stage, hole, BLACK, { panes: 2 })
  for (const z of [1.6, 3.9, 6.2]) addDeskIsland(stage, z)
  addCabin(stage)
  addCity(stage)
  for (let x = 1.5; x < 11; x += 2.4)
    for (const z of [1.4, 3.6, 5.8, 8])
      ceilingPanel(stage.placed(x, 0, z), HEIGHT, [1.1, 0.28], 4, '#fff6e8')
  pottedPlant(stage.placed(0.5, 0, 0.6), 1.5, WHITE, 2)
  pottedPlant(stage.placed(6.0, 0, 0.5), 1.4, WHITE, 5)
  pottedPlant(stage.placed(0.5, 0, 5.05), 1.3, WHITE, 3)
  lowboard(stage.placed(0.25, 0, 7.4, 90), 2, BIRCH)
  bookshelf(stage.placed(0.22, 0, 2.8, 90), [1.6, 2, 0.32], 5, BIRCH)
  return {
    slug: 'office-floor',
    solids: stage.solids,
    sky: DAY_SKY,
    sun: sunFrom(0.5, 0.8, -0.6, 5),
    inside: [
      [0, 0, 0],
      [SIZE.width, HEIGHT, SIZE.depth],
    ],
    texel: 0.1,
    exposure: 0.95,
    fieldOfView: 58,
    seconds: 8,
    posterAt: 0.08,
    walk: [
      { from: [5.7, 1.65, 8.5], to: [3.8, 1.0, 2] },
      { from: [5.7, 1.6, 6.7], to: [4.6, 1.0, 0] },
      { from: [5.75, 1.55, 4.6], to: [7.6, 1.0, 1.0] },
      { from: [5.75, 1.55, 3.0], to: [7.9, 1.1, 1.4] },
      { from: [5.6, 1.55, 2.0], to: [5.0, 1.4, -3] },
    ],
  }
}

function addDeskIsland(stage: Stage, z: number): void {
  const island = stage.placed(3, 0, z)
  for (const side of [-1, 1])
    for (let seat = 0; seat < 3; seat++) {
      const x = (seat - 1) * 1.45
      const desk = island.placed(x, 0, side * 0.38, side > 0 ? 0 : 180)
      table(desk, [1.42, 0.74, 0.72], BIRCH, WHITE)
      desk.box([0, 0.75, -0.14], [0.22, 0.015, 0.16], BLACK)
      desk.box([0, 0.76, -0.18], [0.04, 0.16, 0.03], BLACK)
      desk.box([0, 0.88, -0.15], [0.56, 0.34, 0.025], BLACK, { rounding: 0.01 })
      const image = paint('#e8eef2', 'screen', {
        second: seat === 1 ? '#e08a3a' : '#2f7fc4',
        scale: seat * 0.5,
        glow: 0.7,
      })
      desk.box([0, 0.9, -0.136], [0.53, 0.3, 0.004], image)
      desk.box([0, 0.742, 0.12], [0.42, 0.018, 0.14], BLACK, { rounding: 0.006 })
      desk.box([0.5, 0.74, 0.05], [0.22, 0.02 + 0.02 * seat, 0.28], seat === 1 ? FELT : WHITE, {
        turn: [seat * 8, 0, 0],
      })
      desk.cylinder([-0.52, 0.74, 0.08], [0.08, 0.1, 0.08], seat === 0 ? FELT : WHITE)
      swivelChair(desk.placed(0.05, 0, 0.62, 180 + seat * 22 - 20), SLATE)
      desk.box([0.5, 0.06, -0.05], [0.38, 0.56, 0.5], WHITE, { rounding: 0.01 })
    }
  island.box([0, 0.7, 0], [4.35, 0.42, 0.03], FELT, { rounding: 0.01 })
  pottedPlant(island.placed(-2.0, 0.74, 0.1), 0.4, WHITE, 4)
}

function addCabin(stage: Stage): void {
  const frame = (x: number, z: number) => stage.box([x, 0, z], [0.06, 2.6, 0.06], BLACK)
  for (const z of [0.1, 1.7, 3.2, 4.7]) frame(7.2, z)
  for (const x of [8.5, 9.8, 10.95]) frame(x, 4.7)
  for (const y of [0, 2.55]) {
    stage.box([7.2, y, 2.4], [0.06, 0.06, 4.6], BLACK)
    stage.box([9.1, y, 4.7], [3.8, 0.06, 0.06], BLACK)
  }
  stage.box([7.2, 2.6, 2.4], [0.1, 0.4, 4.7], WHITE)
  stage.box([9.1, 2.6, 4.7], [3.8, 0.4, 0.1], WHITE)
  stage.box([7.2, 0.06, 2.4], [0.012, 2.5, 4.6], GLASS)
  stage.box([9.1, 0.06, 4.7], [3.8, 2.5, 0.012], GLASS)
  table(
    stage.placed(9.1, 0, 2.3, 90),
    [2.6, 0.75, 1.1],
    paint('#7a4a26', 'grain', { second: '#5a3218', gloss: 0.4 }),
    BLACK,
  )
  for (const z of [1.4, 2.3, 3.2])
    for (const side of [-1, 1]) swivelChair(stage.placed(9.1 + side * 0.85, 0, z, side * -90), FELT)
  stage.box([10.96, 1.0, 2.3], [0.05, 0.95, 1.7], BLACK)
  stage.box(
    [10.93, 1.04, 2.3],
    [0.02, 0.87, 1.62],
    paint('#e8eef2', 'screen', { second: '#2f6f73', scale: 0.7, glow: 0.8 }),
  )
  stage.cylinder([9.1, 0.75, 2.3], [0.16, 0.14, 0.16], WHITE, { taper: 1.2 })
}

function addCity(stage: Stage): void {
  stage.box(
    [5, -42, -200],
    [900, 1, 390],
    paint('#8a9a6a', 'grass', { second: '#a89f86', dim: 0.45 }),
  )
  for (let tower = 0; tower < 36; tower++) {
    const chance = Math.abs(Math.sin(tower * 91.7))
    const size = [16 + chance * 16, 18 + 50 * Math.abs(Math.sin(tower * 37.1)), 18] as const
    const spot = [
      -130 + (tower % 12) * 25 + chance * 8,
      -41,
      -60 - Math.floor(tower / 12) * 55 - chance * 25,
    ] as const
    const body = paint(chance > 0.5 ? '#d8c8ae' : '#b9bcc2', 'facade', {
      second: '#46525c',
      scale: 3.4,
      dim: 0.5,
    })
    stage.box(spot, size, body, { turn: [chance * 30, 0, 0] })
  }
}
