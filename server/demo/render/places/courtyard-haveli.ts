import { glowing } from '#server/demo/render/fixtures.ts'
import { type Place, paint } from '#server/demo/render/place-model.ts'
import { pottedPlant, shrub } from '#server/demo/render/plants.ts'
import { door, wallOf } from '#server/demo/render/room-shell.ts'
import { DAY_SKY, sunFrom } from '#server/demo/render/skies.ts'
import { makeStage, type Stage } from '#server/demo/render/stage.ts'

const SIZE = { width: 12, depth: 13 }
const SAND = paint('#dcb27e', 'plaster', { second: '#cf9f68' })
const STONE = paint('#c9925c', 'plaster', { second: '#b5804c' })
const PALE = paint('#f0e2c6', 'plaster', { second: '#e6d4b2' })
const TEAL = paint('#2f7a78', 'grain', { second: '#245f5e', gloss: 0.2 })
const LATTICE = paint('#e6c594', 'lattice', { second: '#3a2818', scale: 0.22 })
const BRASS = paint('#c08f38', 'plain', { gloss: 0.7 })
const MARIGOLD = paint('#f09a1f')

/** A haveli's court open to the sky: through the arcade, around the tulsi, under the carved balconies. */
export function courtyardHaveli(): Place {
  const stage = makeStage()
  stage.box(
    [6, -0.2, 6.5],
    [12.4, 0.2, 13.4],
    paint('#c9a877', 'paving', { second: '#b08c5c', scale: 0.8 }),
  )
  stage.box(
    [6, 0, 6.5],
    [7, 0.004, 8],
    paint('#d9c3a0', 'chequer', { second: '#a8714a', scale: 0.5 }),
  )
  for (const side of ['north', 'south', 'west', 'east'] as const) addSide(stage, side)
  addTulsi(stage)
  addLife(stage)
  return {
    slug: 'courtyard-haveli',
    solids: stage.solids,
    sky: { ...DAY_SKY, shown: 0.5 },
    sun: sunFrom(0.45, 0.85, 0.4, 6),
    inside: [
      [0, 0, 0],
      [SIZE.width, 7.4, SIZE.depth],
    ],
    texel: 0.15,
    exposure: 1,
    fieldOfView: 64,
    seconds: 8,
    posterAt: 0.3,
    walk: [
      { from: [9.9, 1.7, 12.2], to: [5.5, 2.0, 5] },
      { from: [8.9, 1.7, 10.6], to: [5.2, 2.2, 3] },
      { from: [8.6, 1.7, 8.4], to: [4.6, 2.3, 2] },
      { from: [8.3, 1.7, 6.6], to: [4.2, 2.6, 0.5] },
      { from: [7.6, 1.7, 4.9], to: [3.4, 2.8, -1] },
    ],
  }
}

function addSide(stage: Stage, side: Parameters<typeof wallOf>[2]): void {
  const { place, length } = wallOf(stage, SIZE, side)
  const middle = length / 2
  place.box([middle, 0, -0.15], [length, 7.2, 0.3], SAND)
  place.box([middle, 3.1, 1.1], [length, 0.25, 2.5], STONE)
  place.box([middle, 3.0, 2.35], [length, 0.12, 0.14], PALE)
  place.box([middle, 6.6, 1.2], [length, 0.2, 2.7], STONE)
  place.box([middle, 6.8, 2.4], [length, 0.7, 0.16], SAND)
  place.box([middle, 6.45, 2.55], [length, 0.08, 0.6], PALE)
  const bays = 4
  const gap = (length - 4.4) / bays
  for (let post = 0; post <= bays; post++) {
    const x = 2.2 + post * gap
    // The next side puts up the pillar of the corner.
    if (post > 0) addPillars(place, x)
    if (post === bays) continue
    const center = x + gap / 2
    place.box([center, 3.35, 2.26], [gap - 0.3, 0.85, 0.08], LATTICE)
    place.box([center, 4.2, 2.26], [gap - 0.2, 0.08, 0.16], PALE)
    for (const y of [2.3, 5.75]) addArch(place.placed(center, y, 2.2), gap - 0.3)
    if (post % 2 === 0) door(place, center, TEAL, 1.1, 2.2)
    else {
      place.box([center, 0.9, 0.01], [1.2, 1.3, 0.04], LATTICE)
      place.box([center, 0.84, 0.06], [1.4, 0.08, 0.16], PALE)
    }
    place.box([center, 3.55, 0.01], [1.0, 1.9, 0.05], post % 2 ? TEAL : LATTICE)
    place.ellipsoid([center, 2.45, 1.3], [0.2, 0.26, 0.2], glowing('#ffcf85', 1.6), {
      castsShadow: false,
    })
    place.cylinder([center, 2.55, 1.3], [0.015, 0.55, 0.015], BRASS)
  }
}

function addPillars(place: Stage, x: number): void {
  for (const [y, tall] of [
    [0, 3.0],
    [3.35, 3.2],
  ] as const) {
    place.box([x, y, 2.2], [0.42, 0.3, 0.42], PALE)
    place.cylinder([x, y + 0.3, 2.2], [0.3, tall - 0.75, 0.3], STONE, { taper: 0.85 })
    place.box([x, y + tall - 0.45, 2.2], [0.42, 0.14, 0.42], PALE)
    place.box([x, y + tall - 0.31, 2.2], [0.62, 0.32, 0.36], STONE, { rounding: 0.05 })
  }
}

// A cusped arch as a fan of stones between two pillars.
function addArch(stage: Stage, width: number): void {
  for (let stone = 0; stone <= 12; stone++) {
    const angle = (Math.PI * stone) / 12
    const x = Math.cos(angle) * (width / 2)
    const y = Math.sin(angle) * 0.5
    const up = 0.72 - y
    stage.box([x, y, 0], [width / 9, Math.max(0.08, up), 0.2], SAND)
    if (stone % 2)
      stage.cylinder([x, y - 0.02, -0.11], [0.2, 0.22, 0.2], SAND, { turn: [0, 90, 0] })
  }
}

function addTulsi(stage: Stage): void {
  const at = stage.placed(5.8, 0, 5.9)
  at.box([0, 0, 0], [1.7, 0.18, 1.7], PALE)
  at.box([0, 0.18, 0], [1.3, 0.18, 1.3], STONE)
  at.box([0, 0.36, 0], [0.72, 0.7, 0.72], paint('#c9552f', 'plaster', { second: '#b5482a' }))
  for (const turn of [0, 90, 180, 270])
    at.placed(0, 0, 0, turn).box(
      [0, 0.5, 0.365],
      [0.4, 0.42, 0.02],
      paint('#f0d9a0', 'print', { second: '#b5482a', scale: 0.4 }),
    )
  at.box([0, 1.06, 0], [0.95, 0.1, 0.95], PALE)
  at.box([0, 1.16, 0], [0.6, 0.14, 0.6], STONE)
  shrub(at.placed(0, 1.2, 0), 0.95, undefined, 2)
  for (let lamp = 0; lamp < 4; lamp++) {
    const corner = at.placed(0, 0, 0, 45 + lamp * 90)
    corner.cylinder([0, 0.36, 0.78], [0.1, 0.05, 0.1], paint('#a8512f'), { taper: 1.4 })
    corner.ellipsoid([0, 0.44, 0.78], [0.03, 0.07, 0.03], glowing('#ffb74a', 6), {
      castsShadow: false,
    })
  }
  for (let flower = 0; flower < 40; flower++) {
    const angle = flower * 0.157
    at.ellipsoid(
      [Math.cos(angle) * 1.5, 0.03, Math.sin(angle) * 1.5],
      [0.16, 0.06, 0.16],
      flower % 3 ? MARIGOLD : PALE,
    )
  }
}

function addLife(stage: Stage): void {
  for (const [x, z, size] of [
    [2.7, 2.9, 1.3],
    [9.3, 2.9, 1.2],
    [2.8, 10.1, 1.3],
    [2.75, 6.2, 0.9],
    [9.4, 5.2, 0.8],
  ] as const)
    pottedPlant(stage.placed(x, 0, z), size, undefined, x)
  for (const [x, z] of [
    [3.2, 8.4],
    [3.1, 4.3],
    [8.9, 3.4],
  ] as const) {
    stage.cylinder(
      [x, 0, z],
      [0.42, 0.4, 0.42],
      paint('#b5623c', 'plaster', { second: '#9c4f2e' }),
      { taper: 1.15 },
    )
    shrub(stage.placed(x, 0.34, z), 0.7, MARIGOLD, x)
  }
  const cot = stage.placed(3.9, 0, 8.9, 20)
  for (const x of [-0.5, 0.5])
    for (const z of [-0.95, 0.95]) cot.cylinder([x, 0, z], [0.08, 0.52, 0.08], TEAL)
  for (const x of [-0.5, 0.5]) cot.box([x, 0.4, 0], [0.06, 0.06, 1.9], TEAL)
  cot.box(
    [0, 0.41, 0],
    [0.98, 0.04, 1.9],
    paint('#e6d4a8', 'checks', { second: '#b5482a', scale: 0.1 }),
  )
  cot.box(
    [0, 0.46, -0.1],
    [0.9, 0.07, 1.6],
    paint('#b5323c', 'print', { second: '#f0d9a0', scale: 0.24 }),
    { rounding: 0.03 },
  )
  cot.cylinder([0, 0.62, -0.75], [0.22, 0.8, 0.22], MARIGOLD, { turn: [0, 0, 90] })
  for (const [x, z] of [
    [8.9, 8.0],
    [9.2, 8.3],
  ] as const) {
    stage.ellipsoid([x, 0.2, z], [0.36, 0.38, 0.36], BRASS)
    stage.cylinder([x, 0.34, z], [0.16, 0.1, 0.16], BRASS, { taper: 1.4 })
  }
  stage.box([9.2, 0, 6.6], [0.5, 0.4, 1.7], paint('#8a5a34', 'grain', { second: '#6d4224' }), {
    rounding: 0.02,
  })
}
