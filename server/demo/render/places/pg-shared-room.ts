import { bed } from '#server/demo/render/beds.ts'
import { ceilingFan, curtains, glowing, picture } from '#server/demo/render/fixtures.ts'
import { type Place, paint } from '#server/demo/render/place-model.ts'
import { pottedPlant, tree } from '#server/demo/render/plants.ts'
import { door, room, wallOf, windowFrame } from '#server/demo/render/room-shell.ts'
import { chair } from '#server/demo/render/seating.ts'
import { DAY_SKY, sunFrom } from '#server/demo/render/skies.ts'
import { makeStage, type Stage } from '#server/demo/render/stage.ts'
import { table } from '#server/demo/render/tables.ts'

const SIZE = { width: 4.6, depth: 6.6 }
const HEIGHT = 2.9
const WINDOW = { from: 1.5, to: 3.1, low: 0.95, high: 2.25 }
const LOCKER = paint('#5f7f95', 'plain', { gloss: 0.4 })
const DARK = paint('#2b3238')
const METAL = paint('#3b4248', 'plain', { gloss: 0.4 })
const PLY = paint('#c99a66', 'grain', { second: '#b5834f', gloss: 0.3 })
const WHITE = paint('#f3f0e8', 'weave', { second: '#e8e3d6' })
const COVERS = [
  paint('#c9552f', 'checks', { second: '#f0dcb4', scale: 0.24 }),
  paint('#2f6f8f', 'stripes', { second: '#dbe6e4', scale: 0.22 }),
  paint('#4f7f4a', 'print', { second: '#f0e6c4', scale: 0.22 }),
]

/** A shared room for three: beds along the left, study tables and lockers along the right. */
export function pgSharedRoom(): Place {
  const stage = makeStage()
  const south = wallOf(stage, SIZE, 'south').place
  room(stage, {
    ...SIZE,
    height: HEIGHT,
    walls: paint('#f2ecdc', 'plaster', { second: '#e9e2cf' }),
    floor: paint('#cfc8bb', 'tiles', { second: '#938b7d', scale: 0.6, mirror: 0.35, gloss: 0.4 }),
    ceiling: paint('#faf8f2'),
    accents: { west: paint('#a9c8b5', 'plaster', { second: '#9fbfab' }) },
    openings: { north: [WINDOW] },
    skirting: paint('#8f8675'),
  })
  windowFrame(stage, WINDOW, paint('#6d4f38', 'grain'), { hasGrille: true })
  curtains(
    stage,
    [WINDOW.from, WINDOW.to],
    [0.8, 2.4],
    paint('#d98a3c', 'weave', { second: '#c97a2f' }),
    0.15,
  )
  for (const [index, cover] of COVERS.entries()) addBed(stage, 0.62 + index * 1.95, cover, index)
  addStudy(stage)
  door(south, 2.6, paint('#7a5030', 'grain', { second: '#5f3c22', gloss: 0.3 }))
  for (const z of [1.8, 4.6]) ceilingFan(stage.placed(2.3, 0, z), HEIGHT, paint('#efece4'))
  for (const z of [1.2, 3.2, 5.2]) addTube(stage, z)
  tree(stage.placed(1.4, -3, -7), 7)
  stage.box([2, -4, -12], [40, 0.8, 20], paint('#8a8f5a', 'grass', { second: '#a8a06c', dim: 0.5 }))
  return {
    slug: 'pg-shared-room',
    solids: stage.solids,
    sky: DAY_SKY,
    sun: sunFrom(0.3, 0.7, -0.8, 6),
    inside: [
      [0, 0, 0],
      [SIZE.width, HEIGHT, SIZE.depth],
    ],
    texel: 0.075,
    exposure: 0.95,
    fieldOfView: 60,
    seconds: 8,
    posterAt: 0.12,
    walk: [
      { from: [2.9, 1.6, 6.2], to: [1.9, 1.0, 2] },
      { from: [2.75, 1.55, 5.0], to: [1.6, 0.9, 1] },
      { from: [2.5, 1.5, 3.4], to: [2.6, 1.0, -1] },
      { from: [2.4, 1.5, 2.0], to: [3.5, 1.1, -0.2] },
      { from: [2.25, 1.5, 1.3], to: [4.4, 1.0, 1.5] },
    ],
  }
}

function addBed(
  stage: Stage,
  z: number,
  cover: Stage['solids'][number]['material'],
  index: number,
): void {
  const west = wallOf(stage, SIZE, 'west').place
  bed(stage.placed(1.08, 0, z, 90), 0.95, { cover, pillow: WHITE, frame: METAL, headboard: PLY })
  picture(
    west,
    [SIZE.depth - z, 1.45],
    [0.4, 0.52],
    paint('#8a3f2c', 'art', { second: '#3f6f7f', scale: (index + 2) % 4 }),
  )
  west.box([SIZE.depth - z, 1.2, 0.1], [0.8, 0.03, 0.2], PLY)
  west.cylinder(
    [SIZE.depth - z - 0.3, 1.23, 0.1],
    [0.08, 0.12, 0.08],
    paint('#d9a53c', 'plain', { gloss: 0.4 }),
  )
  stage.box([1.6, 0, z + 0.72], [0.42, 0.26, 0.3], index === 1 ? (COVERS[0] ?? DARK) : DARK, {
    rounding: 0.06,
  })
}

function addStudy(stage: Stage): void {
  for (let seat = 0; seat < 3; seat++) {
    const z = 0.75 + seat * 1.2
    table(stage.placed(4.25, 0, z, -90), [1.05, 0.75, 0.6], PLY, METAL)
    chair(stage.placed(3.75, 0, z + 0.05, 90 + seat * 8), COVERS[(seat + 1) % 3] ?? PLY, METAL)
    stage.box([4.3, 0.75, z], [0.24, 0.016, 0.34], METAL)
    stage.box([4.42, 0.76, z], [0.016, 0.22, 0.34], METAL, { turn: [0, 0, -12] })
    stage.box(
      [4.405, 0.775, z],
      [0.012, 0.19, 0.31],
      paint('#dfe8ee', 'screen', { second: '#2f7fc4', scale: seat * 0.4, glow: 0.8 }),
      {
        turn: [0, 0, -12],
      },
    )
    for (const [book, color] of ['#8a2f2a', '#2f4f6f', '#c79a3b'].entries())
      stage.box([4.3, 0.75 + book * 0.04, z - 0.38], [0.26, 0.038, 0.18], paint(color), {
        turn: [book * 9, 0, 0],
      })
    stage.cylinder([4.4, 0.75, z + 0.42], [0.12, 0.02, 0.12], METAL)
    stage.cylinder([4.4, 0.77, z + 0.42], [0.02, 0.3, 0.02], METAL)
    stage.cylinder([4.34, 1.05, z + 0.42], [0.16, 0.1, 0.16], glowing('#ffe0b0', 1.5), {
      taper: 0.5,
      lamp: { intensity: 0.9, isDownward: true },
    })
  }
  for (let locker = 0; locker < 3; locker++) {
    const z = 4.35 + locker * 0.62
    stage.box([4.33, 0.06, z], [0.5, 1.9, 0.6], LOCKER, { rounding: 0.01 })
    stage.box([4.075, 0.12, z], [0.012, 1.78, 0.54], LOCKER, { rounding: 0.005 })
    for (const y of [1.6, 1.66, 1.72]) stage.box([4.066, y, z], [0.006, 0.02, 0.3], DARK)
    stage.box([4.06, 1.0, z + 0.2], [0.03, 0.1, 0.03], METAL)
    stage.box([4.3, 1.96, z], [0.42, 0.22, 0.5], locker === 1 ? DARK : PLY, { rounding: 0.05 })
  }
  pottedPlant(stage.placed(0.5, 0, 6.25), 0.8, undefined, 3)
}

function addTube(stage: Stage, z: number): void {
  stage.box([4.56, 2.5, z], [0.05, 0.07, 1.2], paint('#e9e7e0'))
  stage.box([4.52, 2.51, z], [0.035, 0.04, 1.1], glowing('#fff6e4', 3), {
    lamp: { intensity: 3, isDownward: false },
  })
}
