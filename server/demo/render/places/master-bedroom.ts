import { bed, bedsideTable } from '#server/demo/render/beds.ts'
import {
  airConditioner,
  ceilingFan,
  curtains,
  picture,
  rug,
  standingLamp,
} from '#server/demo/render/fixtures.ts'
import { type Place, paint } from '#server/demo/render/place-model.ts'
import { pottedPlant, tree } from '#server/demo/render/plants.ts'
import { door, room, wallOf, windowFrame } from '#server/demo/render/room-shell.ts'
import { armchair } from '#server/demo/render/seating.ts'
import { DAY_SKY, sunFrom } from '#server/demo/render/skies.ts'
import { makeStage, type Stage } from '#server/demo/render/stage.ts'
import { lowboard, wardrobe } from '#server/demo/render/tables.ts'

const SIZE = { width: 4.8, depth: 5 }
const HEIGHT = 2.9
const WINDOW = { from: 1.1, to: 3.6, low: 0.55, high: 2.35 }
const OAK = paint('#a9794a', 'grain', { second: '#8a5c34', gloss: 0.3 })
const PLUM = paint('#6d3b52', 'weave', { second: '#5a2f44' })
const IVORY = paint('#f3ece0', 'weave', { second: '#e7ddcc' })

/** A bedroom with a block-printed cover: from the door around the foot of the bed to the window. */
export function masterBedroom(): Place {
  const stage = makeStage()
  const east = wallOf(stage, SIZE, 'east').place
  room(stage, {
    ...SIZE,
    height: HEIGHT,
    walls: paint('#efe2d3', 'plaster', { second: '#e7d6c3' }),
    floor: paint('#a8744a', 'planks', { second: '#82542f', scale: 0.15, mirror: 0.22, gloss: 0.3 }),
    ceiling: paint('#faf6f0'),
    accents: { west: paint('#8b4a4f', 'plaster', { second: '#7d4047' }) },
    openings: { east: [WINDOW] },
    skirting: paint('#efe6da'),
  })
  windowFrame(east, WINDOW, paint('#f5f1ea'), { panes: 3 })
  curtains(
    east,
    [WINDOW.from, WINDOW.to],
    [0.03, 2.5],
    paint('#d9b26a', 'weave', { second: '#c79c50' }),
    0.2,
  )
  furnish(stage)
  stage.box(
    [12, -4, 2.5],
    [14, 0.5, 30],
    paint('#5f7f3a', 'grass', { second: '#7d9a4c', dim: 0.5 }),
  )
  for (const [x, z] of [
    [9, 0],
    [11, 4],
    [10, 7],
  ] as const)
    tree(stage.placed(x, -3.6, z), 6.4)
  return {
    slug: 'master-bedroom',
    solids: stage.solids,
    sky: DAY_SKY,
    sun: sunFrom(0.85, 0.6, 0.25, 6),
    inside: [
      [0, 0, 0],
      [SIZE.width, HEIGHT, SIZE.depth],
    ],
    texel: 0.068,
    exposure: 0.95,
    fieldOfView: 58,
    seconds: 8,
    posterAt: 0.25,
    walk: [
      { from: [4.3, 1.6, 4.6], to: [1.2, 0.9, 1.8] },
      { from: [3.9, 1.55, 4.1], to: [0.8, 0.9, 1.9] },
      { from: [3.6, 1.5, 3.0], to: [1.0, 0.9, 0.9] },
      { from: [3.4, 1.5, 1.5], to: [3.8, 1.1, -1.2] },
      { from: [3.15, 1.5, 1.2], to: [5.4, 1.3, 1.8] },
    ],
  }
}

function furnish(stage: Stage): void {
  const west = wallOf(stage, SIZE, 'west').place
  const south = wallOf(stage, SIZE, 'south').place
  bed(stage.placed(1.2, 0, 2.3, 90), 1.7, {
    cover: paint('#f0e6d2', 'print', { second: '#9c3b3f', scale: 0.2 }),
    pillow: IVORY,
    frame: OAK,
    headboard: paint('#c9a27c', 'weave', { second: '#b58d66' }),
  })
  for (const z of [1.95, 2.65])
    stage.box([0.72, 0.55, z], [0.13, 0.38, 0.38], z < 2 ? PLUM : paint('#d9a53c', 'weave'), {
      rounding: 0.062,
      turn: [0, 0, 28],
    })
  stage.box([1.98, 0.5, 2.3], [0.5, 0.06, 1.78], PLUM, { rounding: 0.028 })
  for (const z of [1.1, 3.5]) {
    bedsideTable(stage.placed(0.3, 0, z, 90), OAK)
    standingLamp(stage.placed(0.3, 0.5, z), 0.52, '#ffd39a', 1.6)
  }
  rug(
    stage.placed(2.1, 0, 2.3, 90),
    [2.6, 1.7],
    paint('#b9a184', 'rug', { second: '#7d4047', scale: 0.2 }),
  )
  picture(west, [2.7, 1.55], [1.1, 0.75], paint('#2f4f6f', 'art', { second: '#c98a4a', scale: 0 }))
  wardrobe(stage.placed(1.5, 0, 0.32), [2.4, 2.4, 0.6], OAK, 4)
  lowboard(stage.placed(3.75, 0, 0.24), 1.3, OAK)
  stage.cylinder([3.75, 1.45, 0.02], [0.85, 0.03, 0.85], OAK, { turn: [0, 90, 0] })
  stage.cylinder(
    [3.75, 1.452, 0.036],
    [0.76, 0.03, 0.76],
    paint('#aebfc4', 'plain', { gloss: 1 }),
    {
      turn: [0, 90, 0],
    },
  )
  for (const [x, color] of [
    [3.4, '#c9a2a8'],
    [3.5, '#8aa0a8'],
    [4.1, '#d9b26a'],
  ] as const)
    stage.cylinder([x, 0.5, 0.2], [0.06, 0.16, 0.06], paint(color, 'plain', { gloss: 0.6 }), {
      taper: 0.6,
    })
  armchair(stage.placed(4.2, 0, 3.35, -70), PLUM)
  pottedPlant(stage.placed(4.4, 0, 0.85), 1.25, paint('#e9e4da'), 3)
  door(south, 1.5, OAK)
  ceilingFan(stage.placed(2.5, 0, 2.4), HEIGHT, paint('#efe9df'))
  airConditioner(south, 3.4, 2.35)
  stage.box(
    [2.4, HEIGHT - 0.06, 2.5],
    [3.4, 0.06, 0.05],
    paint('#fff0d6', 'plain', { glow: 1.5 }),
    {
      castsShadow: false,
      lamp: { intensity: 3, isDownward: true },
    },
  )
}
