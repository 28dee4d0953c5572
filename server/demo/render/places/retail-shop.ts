import { ceilingFan, ceilingPanel, glowing } from '#server/demo/render/fixtures.ts'
import { type Place, paint } from '#server/demo/render/place-model.ts'
import { tree } from '#server/demo/render/plants.ts'
import { room, wallOf } from '#server/demo/render/room-shell.ts'
import { stool } from '#server/demo/render/seating.ts'
import { DAY_SKY, sunFrom } from '#server/demo/render/skies.ts'
import { makeStage, type Stage } from '#server/demo/render/stage.ts'

const SIZE = { width: 5, depth: 7.5 }
const HEIGHT = 3.3
const STEEL = paint('#9aa0a2', 'shutter', { scale: 0.09, gloss: 0.4 })
const WOOD = paint('#9a6a3c', 'grain', { second: '#7d522b', gloss: 0.35 })
const BOARD = paint('#e9dfc8', 'plain', { gloss: 0.2 })
const GOODS = [
  '#c93a2b',
  '#e0a53c',
  '#2f7f4f',
  '#2f6fb0',
  '#8a3f7a',
  '#e9e2d0',
  '#d9772f',
  '#4fa3a8',
].map((color) => paint(color, 'plain', { gloss: 0.25 }))
const SACK = paint('#cdb48a', 'weave', { second: '#b89c70' })

/** A shop on a street: in under the half-raised shutter, along the shelves to the counter. */
export function retailShop(): Place {
  const stage = makeStage()
  room(stage, {
    ...SIZE,
    height: HEIGHT,
    walls: paint('#f0e6cf', 'plaster', { second: '#e6dabf' }),
    floor: paint('#c9bda8', 'chequer', { second: '#6e4a3a', scale: 0.4, mirror: 0.4, gloss: 0.4 }),
    ceiling: paint('#f6f2e8'),
    openings: { south: [{ from: 0.4, to: 4.6, low: 0, high: 2.9 }] },
  })
  addFront(stage)
  const west = wallOf(stage, SIZE, 'west').place
  const east = wallOf(stage, SIZE, 'east').place
  for (const x of [2.0, 3.6, 5.2]) addShelf(west.placed(x, 0, 0.2), x)
  for (const x of [1.6, 3.2, 4.8]) addShelf(east.placed(x, 0, 0.2), x + 9)
  for (const x of [1.0, 2.5, 4.0]) addShelf(stage.placed(x, 0, 0.2), x + 5)
  addCounter(stage)
  for (const [index, z] of [4.6, 5.25, 5.9].entries()) {
    const x = 3.95
    stage.cylinder([x, 0, z], [0.52, 0.55, 0.52], SACK, { taper: 0.92 })
    const grain = paint(['#d9a53c', '#8a4a2f', '#e6d9bd'][index] ?? '#d9a53c')
    stage.ellipsoid([x, 0.54, z], [0.44, 0.16, 0.44], grain)
  }
  ceilingFan(stage.placed(2.5, 0, 3.2), HEIGHT, paint('#efece4'))
  for (const z of [1.2, 3.4, 5.6])
    for (const x of [1.4, 3.6]) ceilingPanel(stage.placed(x, 0, z), HEIGHT, [0.16, 1.2], 4)
  return {
    slug: 'retail-shop',
    solids: stage.solids,
    sky: DAY_SKY,
    sun: sunFrom(0.5, 0.75, 0.6, 5),
    inside: [
      [-0.5, 0, 0],
      [SIZE.width + 0.5, HEIGHT, SIZE.depth + 2.6],
    ],
    texel: 0.1,
    exposure: 0.78,
    fieldOfView: 58,
    seconds: 8,
    posterAt: 0.42,
    walk: [
      { from: [2.9, 1.6, 10.6], to: [2.5, 1.5, 4] },
      { from: [2.7, 1.6, 8.6], to: [2.4, 1.3, 2] },
      { from: [2.6, 1.55, 6.4], to: [2.0, 1.2, 1] },
      { from: [2.7, 1.55, 4.4], to: [3.4, 1.25, 0.5] },
      { from: [2.75, 1.55, 3.5], to: [0.4, 1.2, 2.3] },
    ],
  }
}

function addShelf(stage: Stage, seed: number): void {
  for (let row = 0; row < 6; row++) stage.box([0, 0.12 + row * 0.42, 0], [1.46, 0.03, 0.38], BOARD)
  for (const side of [-0.73, 0.73]) stage.box([side, 0, 0], [0.03, 2.4, 0.38], WOOD)
  stage.box([0, 0, -0.18], [1.46, 2.4, 0.02], BOARD)
  for (let row = 0; row < 5; row++) {
    const y = 0.15 + row * 0.42
    let x = -0.68
    for (let group = 0; x < 0.5; group++) {
      const chance = Math.abs(Math.sin(seed * 17.3 + row * 41.9 + group * 7.7))
      const look = GOODS[Math.floor(chance * 97) % GOODS.length] ?? SACK
      const wide = 0.085 + 0.05 * chance
      for (let item = 0; item < 3 && x + wide < 0.7; item++) {
        const height = 0.16 + 0.16 * ((chance * 7) % 1)
        if (chance < 0.4)
          stage.cylinder([x + wide / 2, y, 0.04], [wide - 0.01, height, wide - 0.01], look)
        else stage.box([x + wide / 2, y, 0.03], [wide - 0.008, height, 0.2], look)
        if (chance < 0.4)
          stage.cylinder([x + wide / 2, y + height, 0.04], [wide * 0.7, 0.03, wide * 0.7], BOARD)
        x += wide
      }
      x += 0.02
    }
  }
}

function addCounter(stage: Stage): void {
  stage.box([1.5, 0, 2.3], [1.9, 0.95, 0.6], WOOD, { rounding: 0.012 })
  stage.box(
    [1.5, 0.95, 2.3],
    [2.0, 0.05, 0.7],
    paint('#2c2a28', 'marble', { second: '#6a645a', scale: 3, gloss: 0.5 }),
  )
  stage.box(
    [1.5, 0.2, 2.61],
    [1.6, 0.5, 0.012],
    paint('#d9a53c', 'print', { second: '#8a3b2c', scale: 0.25 }),
  )
  stage.box([1.1, 1.0, 2.3], [0.4, 0.1, 0.34], paint('#2b2e31', 'plain', { gloss: 0.4 }), {
    rounding: 0.02,
  })
  stage.box(
    [1.1, 1.1, 2.2],
    [0.32, 0.24, 0.03],
    paint('#dfe8ee', 'screen', { second: '#2f7fc4', scale: 0.3, glow: 0.6 }),
    { turn: [0, -15, 0] },
  )
  for (const [index, look] of GOODS.slice(0, 4).entries()) {
    stage.cylinder([1.75 + index * 0.17, 1.0, 2.35], [0.15, 0.2, 0.15], look)
    stage.cylinder([1.75 + index * 0.17, 1.2, 2.35], [0.13, 0.03, 0.13], BOARD)
  }
  stool(stage.placed(1.4, 0, 1.5), GOODS[0] ?? WOOD, 0.6)
}

function addFront(stage: Stage): void {
  stage.box(
    [2.5, -0.25, 10.6],
    [30, 0.24, 6],
    paint('#b5aa98', 'paving', { second: '#98907f', scale: 0.7 }),
  )
  stage.box([2.5, -0.3, 18], [60, 0.2, 9], paint('#55565a', 'plaster', { second: '#4a4b4e' }))
  stage.box([2.5, 2.35, 7.68], [4.2, 0.55, 0.05], STEEL)
  stage.box([2.5, 2.28, 7.68], [4.2, 0.08, 0.08], paint('#5a6062', 'plain', { gloss: 0.5 }))
  stage.box([2.5, 3.0, 7.95], [5.4, 0.8, 0.14], paint('#8f2f2c', 'plain', { gloss: 0.3 }))
  stage.box(
    [2.5, 3.12, 8.03],
    [4.6, 0.56, 0.03],
    paint('#f0cf7a', 'print', { second: '#8f2f2c', scale: 0.56 }),
  )
  stage.box([2.5, 3.84, 8.1], [5.6, 0.1, 0.5], paint('#e6dabf'))
  stage.box([2.5, 3.9, 7.7], [12, 4, 0.3], paint('#e0c9a0', 'plaster', { second: '#d4ba8c' }))
  for (const x of [-2.4, 7.4]) {
    stage.box(
      [x, 0, 7.66],
      [4.6, 2.9, 0.1],
      paint(x < 0 ? '#5a7f8f' : '#7a8f6a', 'shutter', { scale: 0.1 }),
    )
    stage.box([x, 3.0, 7.9], [4.4, 0.8, 0.12], paint(x < 0 ? '#2f6f73' : '#c9772f'))
  }
  for (const x of [0.1, 4.9])
    stage.box(
      [x, 0, 7.72],
      [0.5, 3.0, 0.2],
      paint('#d9b27a', 'brick', { second: '#b08a58', scale: 0.09 }),
    )
  for (const x of [0.6, 4.4]) stage.box([x, 2.85, 8.1], [0.12, 0.12, 0.12], glowing('#ffd9a0', 3))
  for (const [index, x] of [0.35, 4.65].entries()) {
    stage.box([x, 0, 8.3], [0.6, 0.3, 0.5], WOOD)
    for (let fruit = 0; fruit < 12; fruit++)
      stage.ellipsoid(
        [x - 0.2 + (fruit % 4) * 0.13, 0.34, 8.15 + Math.floor(fruit / 4) * 0.14],
        [0.13, 0.13, 0.13],
        GOODS[index === 0 ? 6 : 2] ?? SACK,
      )
  }
  tree(stage.placed(-3, 0, 12), 5)
  tree(stage.placed(8.5, 0, 12), 5)
}
