import { bunkBed } from '#server/demo/render/beds.ts'
import { ceilingFan, ceilingPanel, curtains, picture, rug } from '#server/demo/render/fixtures.ts'
import { type Place, paint } from '#server/demo/render/place-model.ts'
import { pottedPlant, tree } from '#server/demo/render/plants.ts'
import { room, wallOf, windowFrame } from '#server/demo/render/room-shell.ts'
import { chair, stool } from '#server/demo/render/seating.ts'
import { DAY_SKY, sunFrom } from '#server/demo/render/skies.ts'
import { makeStage, type Stage } from '#server/demo/render/stage.ts'
import { bookshelf, table } from '#server/demo/render/tables.ts'

const SIZE = { width: 4.2, depth: 4.8 }
const HEIGHT = 2.8
const WINDOW = { from: 1.35, to: 2.95, low: 0.9, high: 2.2 }
const PINE = paint('#dcb27a', 'grain', { second: '#c99a60', gloss: 0.25 })
const WHITE = paint('#f4f1ea', 'plain', { gloss: 0.3 })
const RED = paint('#d9483b', 'plain', { gloss: 0.3 })
const BLUE = paint('#2f7fc4', 'plain', { gloss: 0.3 })
const YELLOW = paint('#f0bf3c', 'plain', { gloss: 0.3 })
const GREEN = paint('#5aa65a', 'plain', { gloss: 0.3 })

/** A children's room: the bunk bed, toys on the rug, a study desk at the window. */
export function kidsRoom(): Place {
  const stage = makeStage()
  room(stage, {
    ...SIZE,
    height: HEIGHT,
    walls: paint('#fbf1da', 'plaster', { second: '#f5e8cb' }),
    floor: paint('#d8ab74', 'planks', { second: '#bd8d58', scale: 0.13, mirror: 0.2, gloss: 0.3 }),
    ceiling: paint('#fdfaf3'),
    accents: { west: paint('#8fcbd9', 'plaster', { second: '#86c2d1' }) },
    openings: { north: [WINDOW] },
    skirting: WHITE,
  })
  windowFrame(stage, WINDOW, WHITE, { hasGrille: true })
  curtains(
    stage,
    [WINDOW.from, WINDOW.to],
    [0.75, 2.35],
    paint('#f0bf3c', 'checks', { second: '#f8efd6', scale: 0.12 }),
    0.16,
  )
  furnish(stage)
  addToys(stage)
  tree(stage.placed(0.6, -3, -6), 6.5)
  tree(stage.placed(4.2, -3, -8), 7)
  stage.box([2, -4, -12], [40, 0.8, 20], paint('#6f8f4a', 'grass', { second: '#8aa35c', dim: 0.5 }))
  return {
    slug: 'kids-room',
    solids: stage.solids,
    sky: DAY_SKY,
    sun: sunFrom(0.45, 0.7, -0.8, 6),
    inside: [
      [0, 0, 0],
      [SIZE.width, HEIGHT, SIZE.depth],
    ],
    texel: 0.068,
    exposure: 0.95,
    fieldOfView: 60,
    seconds: 8,
    posterAt: 0.15,
    walk: [
      { from: [3.8, 1.55, 4.5], to: [1.4, 1.0, 1.6] },
      { from: [3.5, 1.5, 3.9], to: [1.2, 1.0, 1.2] },
      { from: [2.9, 1.4, 3.0], to: [1.7, 1.0, 0.2] },
      { from: [2.5, 1.35, 2.2], to: [2.9, 1.0, 0] },
      { from: [2.25, 1.35, 1.9], to: [4.0, 0.9, 1.0] },
    ],
  }
}

function furnish(stage: Stage): void {
  const west = wallOf(stage, SIZE, 'west').place
  const east = wallOf(stage, SIZE, 'east').place
  bunkBed(stage.placed(0.58, 0, 2.3), PINE, [
    paint('#3f7fc0', 'stripes', { second: '#f3efe4', scale: 0.18 }),
    paint('#f3efe4', 'print', { second: '#d9483b', scale: 0.22 }),
  ])
  table(stage.placed(2.15, 0, 0.4), [1.5, 0.74, 0.6], WHITE, PINE)
  chair(stage.placed(2.1, 0, 1.0, 180), BLUE, PINE)
  stage.box([1.7, 0.74, 0.35], [0.3, 0.02, 0.22], RED, { turn: [12, 0, 0] })
  stage.box([1.72, 0.76, 0.36], [0.28, 0.02, 0.2], YELLOW, { turn: [-6, 0, 0] })
  stage.cylinder([2.7, 0.74, 0.3], [0.09, 0.12, 0.09], GREEN)
  stage.ellipsoid(
    [2.35, 0.93, 0.3],
    [0.24, 0.24, 0.24],
    paint('#3f8fd0', 'leaf', { second: '#7fb56a', gloss: 0.4 }),
  )
  stage.cylinder([2.35, 0.74, 0.3], [0.14, 0.06, 0.14], PINE, { taper: 0.4 })
  bookshelf(stage.placed(4.0, 0, 1.35, -90), [1.1, 1.25, 0.32], 3, WHITE)
  bookshelf(stage.placed(4.0, 0, 2.6, -90), [1.1, 0.8, 0.32], 2, WHITE)
  picture(
    east,
    [2.6, 1.25],
    [0.55, 0.7],
    paint('#2f7fc4', 'art', { second: '#f0bf3c', scale: 2 }),
    WHITE,
  )
  picture(
    east,
    [3.4, 1.25],
    [0.55, 0.7],
    paint('#5aa65a', 'art', { second: '#d9483b', scale: 3 }),
    WHITE,
  )
  picture(
    west,
    [4.3, 1.4],
    [0.5, 0.5],
    paint('#d9483b', 'art', { second: '#2f7fc4', scale: 1 }),
    WHITE,
  )
  for (const [z, y, size] of [
    [0.6, 2.2, 0.5],
    [3.9, 2.3, 0.36],
  ] as const)
    for (const side of [-1, 0, 1])
      stage.ellipsoid(
        [0.02, y + (side === 0 ? size * 0.16 : 0), z + side * size * 0.34],
        [0.03, size * 0.5, size * 0.6],
        WHITE,
      )
  ceilingFan(stage.placed(2.4, 0, 2.5), HEIGHT, paint('#8fcbd9'))
  ceilingPanel(stage.placed(2.8, 0, 3.9), HEIGHT, [0.4, 0.4], 3)
  ceilingPanel(stage.placed(2.8, 0, 1.3), HEIGHT, [0.4, 0.4], 3)
  pottedPlant(stage.placed(3.95, 1.25, 1.7), 0.4, YELLOW, 4)
}

function addToys(stage: Stage): void {
  rug(
    stage.placed(2.45, 0, 2.6),
    [1.7, 1.9],
    paint('#f2d9a0', 'rug', { second: '#4f9fb8', scale: 0.3 }),
  )
  const blocks = [RED, BLUE, YELLOW, GREEN]
  for (const [index, block] of blocks.entries()) {
    stage.box([1.9 + index * 0.16, 0.015, 2.1], [0.13, 0.13, 0.13], block, {
      turn: [index * 23, 0, 0],
      rounding: 0.01,
    })
    if (index < 2)
      stage.box([2.0 + index * 0.16, 0.145, 2.1], [0.13, 0.13, 0.13], blocks[3 - index] ?? RED, {
        turn: [index * 31 + 9, 0, 0],
        rounding: 0.01,
      })
  }
  stage.ellipsoid(
    [3.0, 0.16, 2.9],
    [0.3, 0.3, 0.3],
    paint('#d9483b', 'stripes', { second: '#f4f1ea', scale: 0.16, gloss: 0.3 }),
  )
  stool(stage.placed(3.4, 0, 3.5), GREEN, 0.34)
  const bear = paint('#a8703f', 'weave', { second: '#8f5a2f' })
  const at = stage.placed(1.9, 0.015, 2.85, 60)
  at.ellipsoid([0, 0.17, 0], [0.26, 0.32, 0.24], bear)
  at.ellipsoid([0, 0.4, 0.02], [0.23, 0.21, 0.2], bear)
  at.ellipsoid([0, 0.37, 0.12], [0.09, 0.07, 0.06], paint('#e3c79c'))
  for (const side of [-1, 1]) {
    at.ellipsoid([side * 0.09, 0.5, 0], [0.08, 0.08, 0.05], bear)
    at.ellipsoid([side * 0.045, 0.43, 0.11], [0.022, 0.026, 0.02], paint('#1a1210'))
    at.ellipsoid([side * 0.1, 0.06, 0.16], [0.11, 0.11, 0.24], bear)
    at.ellipsoid([side * 0.16, 0.22, 0.07], [0.09, 0.2, 0.1], bear, { turn: [0, -30, side * 20] })
  }
}
