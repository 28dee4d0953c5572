import { ceilingPanel, glowing, pendant, picture } from '#server/demo/render/fixtures.ts'
import { type Place, paint } from '#server/demo/render/place-model.ts'
import { pottedPlant, shrub } from '#server/demo/render/plants.ts'
import { room, wallOf, windowFrame } from '#server/demo/render/room-shell.ts'
import { chair } from '#server/demo/render/seating.ts'
import { DAY_SKY, sunFrom } from '#server/demo/render/skies.ts'
import { makeStage, type Stage } from '#server/demo/render/stage.ts'
import { table } from '#server/demo/render/tables.ts'

const SIZE = { width: 4.6, depth: 6 }
const HEIGHT = 2.8
const WINDOW = { from: 1.5, to: 3.1, low: 1.1, high: 2.2 }
const LOWER = paint('#2f5d62', 'plain', { gloss: 0.45 })
const UPPER = paint('#f0ead9', 'plain', { gloss: 0.45 })
const COUNTER = paint('#23221f', 'marble', { second: '#5a554c', scale: 4, gloss: 0.6 })
const STEEL = paint('#c4c6c8', 'plain', { gloss: 0.9 })
const BLACK = paint('#111214', 'plain', { gloss: 0.8 })
const BRASS = paint('#b8862f', 'plain', { gloss: 0.7 })
const TERRACOTTA = paint('#b5623c', 'weave', { second: '#9c4f2e' })

/** A modular kitchen with a dining table before it: past the table, along the counter, to the window. */
export function modularKitchen(): Place {
  const stage = makeStage()
  room(stage, {
    ...SIZE,
    height: HEIGHT,
    walls: paint('#f4ead6', 'plaster', { second: '#ecdfc6' }),
    floor: paint('#d9c9ae', 'tiles', { second: '#9c8b72', scale: 0.6, mirror: 0.4, gloss: 0.4 }),
    ceiling: paint('#faf7f0'),
    openings: { north: [WINDOW] },
    skirting: paint('#cbb896'),
  })
  windowFrame(stage, WINDOW, paint('#f5f3ee'), { hasGrille: true })
  addCounters(stage)
  addAppliances(stage)
  addDining(stage)
  shrub(stage.placed(2.4, 0.4, -2.2), 1.8)
  shrub(stage.placed(0.6, 0, -3), 2.4)
  stage.box([2, -1, -4.5], [14, 0.8, 8], paint('#6f8f4a', 'grass', { second: '#8aa35c', dim: 0.5 }))
  return {
    slug: 'modular-kitchen',
    solids: stage.solids,
    sky: DAY_SKY,
    sun: sunFrom(0.5, 0.75, -0.7, 6),
    inside: [
      [0, 0, 0],
      [SIZE.width, HEIGHT, SIZE.depth],
    ],
    texel: 0.072,
    exposure: 0.95,
    fieldOfView: 58,
    seconds: 8,
    posterAt: 0.22,
    walk: [
      { from: [4.2, 1.6, 5.7], to: [1.6, 1.0, 1.4] },
      { from: [3.9, 1.55, 4.6], to: [1.4, 1.05, 1] },
      { from: [3.0, 1.5, 2.9], to: [1.4, 1.1, 0.2] },
      { from: [2.5, 1.5, 2.1], to: [2.9, 1.1, -0.4] },
      { from: [2.25, 1.5, 1.8], to: [4.2, 1.1, 0.8] },
    ],
  }
}

function addCounters(stage: Stage): void {
  const west = wallOf(stage, SIZE, 'west').place
  const splash = paint('#e9e0cd', 'brick', { second: '#b9a98c', scale: 0.1, gloss: 0.5 })
  for (const [side, from, to] of [
    [stage, 0, 4.6],
    [west, 2.5, 6],
  ] as const) {
    const length = to - from
    const middle = (from + to) / 2
    side.box([middle, 0.1, 0.3], [length, 0.76, 0.58], LOWER)
    side.box([middle, 0, 0.27], [length, 0.1, 0.5], BLACK)
    side.box([middle, 0.86, 0.31], [length, 0.04, 0.63], COUNTER, { rounding: 0.008 })
    side.box([middle, 0.9, 0.006], [length, 0.55, 0.012], splash)
    const units = Math.round(length / 0.58)
    for (let unit = 0; unit < units; unit++) {
      const x = from + ((unit + 0.5) * length) / units
      if (x < 0.65 || (side === west && x > 5.4)) continue
      for (const [y, height] of unit % 3 === 1 ? DRAWERS : DOORS) {
        side.box([x, y, 0.595], [length / units - 0.012, height - 0.012, 0.02], LOWER, {
          rounding: 0.005,
        })
        side.box([x, y + height - 0.06, 0.615], [0.2, 0.014, 0.02], BRASS)
      }
    }
  }
  for (let unit = 0; unit < 5; unit++) {
    const x = 2.55 + unit * 0.56
    if (unit === 2) continue
    west.box([x + 0.28, 1.5, 0.17], [0.56, 0.78, 0.34], UPPER)
    west.box([x + 0.28, 1.51, 0.345], [0.548, 0.76, 0.02], UPPER, { rounding: 0.005 })
  }
  for (const x of [0.75, 3.85]) {
    stage.box([x, 1.5, 0.17], [1.4, 0.78, 0.34], UPPER)
    for (const side of [-0.35, 0.35])
      stage.box([x + side, 1.51, 0.345], [0.688, 0.76, 0.02], UPPER, { rounding: 0.005 })
  }
  west.box([3.9, 1.485, 0.2], [2.6, 0.014, 0.05], glowing('#ffe2b0', 2), {
    lamp: { intensity: 2.5, isDownward: true },
  })
}

const DOORS = [[0.12, 0.72]] as const
const DRAWERS = [
  [0.12, 0.24],
  [0.36, 0.24],
  [0.6, 0.24],
] as const

function addAppliances(stage: Stage): void {
  const west = wallOf(stage, SIZE, 'west').place
  west.box([3.95, 0.9, 0.32], [0.72, 0.03, 0.48], BLACK, { rounding: 0.008 })
  for (const x of [3.75, 4.15]) {
    west.cylinder([x, 0.93, 0.3], [0.2, 0.025, 0.2], STEEL)
    west.cylinder([x, 0.905, 0.53], [0.04, 0.05, 0.04], STEEL)
  }
  west.cylinder([3.75, 0.955, 0.3], [0.24, 0.17, 0.24], STEEL)
  west.cylinder([3.75, 1.125, 0.3], [0.25, 0.03, 0.25], STEEL, { taper: 0.4 })
  west.cylinder([4.15, 0.955, 0.3], [0.3, 0.07, 0.3], BLACK, { taper: 1.2 })
  west.box([3.95, 1.62, 0.22], [0.7, 0.16, 0.44], STEEL, { rounding: 0.02 })
  west.box([3.95, 1.78, 0.12], [0.26, 1, 0.22], STEEL)
  stage.box([2.3, 0.895, 0.32], [0.7, 0.012, 0.44], STEEL)
  stage.box([2.3, 0.9, 0.32], [0.58, 0.009, 0.34], paint('#6e7173', 'plain', { gloss: 0.6 }))
  stage.cylinder([2.3, 0.9, 0.1], [0.03, 0.3, 0.03], STEEL)
  stage.box([2.3, 1.19, 0.2], [0.03, 0.03, 0.22], STEEL, { rounding: 0.014 })
  stage.box([4.2, 0.02, 1.15], [0.72, 1.82, 0.7], paint('#9aa0a4', 'plain', { gloss: 0.75 }), {
    rounding: 0.03,
  })
  stage.box([3.83, 1.2, 1.15], [0.02, 0.008, 0.66], BLACK)
  for (const y of [0.7, 1.28]) stage.box([3.82, y, 0.88], [0.03, 0.36, 0.025], STEEL)
  for (const [index, color] of ['#b5482c', '#d9a53c', '#5a7f4a', '#8a5a36'].entries()) {
    stage.cylinder(
      [0.95 + index * 0.14, 0.9, 0.16],
      [0.11, 0.15, 0.11],
      paint(color, 'plain', { gloss: 0.5 }),
    )
    stage.cylinder([0.95 + index * 0.14, 1.05, 0.16], [0.1, 0.03, 0.1], BRASS)
  }
  stage.cylinder([3.35, 0.9, 0.3], [0.3, 0.08, 0.3], paint('#e9e4da'), { taper: 1.3 })
  for (const [x, z, color] of [
    [3.3, 0.28, '#d9772f'],
    [3.41, 0.33, '#c93a2b'],
    [3.34, 0.39, '#e0b23c'],
  ] as const)
    stage.ellipsoid([x, 1.02, z], [0.11, 0.1, 0.11], paint(color, 'plain', { gloss: 0.2 }))
  pottedPlant(stage.placed(1.75, 1.1, 0.06), 0.34, paint('#e9e4da'), 2)
  pottedPlant(stage.placed(2.9, 1.1, 0.06), 0.3, TERRACOTTA, 4)
}

function addDining(stage: Stage): void {
  const east = wallOf(stage, SIZE, 'east').place
  table(stage.placed(2.35, 0, 4.2), [0.95, 0.76, 1.5])
  for (const [x, z, yaw] of [
    [1.7, 3.85, 90],
    [1.7, 4.6, 90],
    [3.0, 3.85, -90],
    [3.0, 4.6, -90],
  ] as const)
    chair(stage.placed(x, 0, z, yaw), TERRACOTTA)
  for (const z of [3.85, 4.55])
    for (const x of [2.08, 2.62]) stage.cylinder([x, 0.76, z], [0.25, 0.015, 0.25], STEEL)
  stage.cylinder([2.35, 0.76, 4.2], [0.24, 0.1, 0.24], BRASS, { taper: 1.3 })
  stage.ellipsoid([2.35, 0.87, 4.2], [0.24, 0.14, 0.24], paint('#e0b23c'))
  pendant(stage.placed(2.35, 0, 3.9), HEIGHT, 0.75, BRASS, 2)
  pendant(stage.placed(2.35, 0, 4.6), HEIGHT, 0.75, BRASS, 2)
  picture(east, [4.2, 1.35], [0.7, 0.9], paint('#b5482c', 'art', { second: '#2f5a57', scale: 2 }))
  for (const z of [1.6, 3.2]) ceilingPanel(stage.placed(2.6, 0, z), HEIGHT, [0.3, 0.3], 3)
}
