import { viewAt, viewMatrix } from './camera-walk.ts'
import type { LightMap } from './light-baker.ts'
import type { Group, PlaceMesh } from './place-mesh.ts'
import type { Place, Vec } from './place-model.ts'

export const FRAME_WIDTH = 640
export const FRAME_HEIGHT = 360
export const FRAMES_PER_SECOND = 24

/** All that the page needs to draw a place, beside its three tables of numbers. */
export interface Shots {
  width: number
  height: number
  exposure: number
  hasMirror: boolean
  atlasWidth: number
  atlasHeight: number
  groups: Group[]
  materials: number[]
  sky: Record<string, number | readonly number[]>
  frames: { view: number[]; unview: number[]; eye: Vec; seconds: number }[]
}

/** The shots at these moments between 0 and 1. */
export function listShots(
  place: Place,
  light: LightMap,
  mesh: PlaceMesh,
  moments: readonly number[],
): Shots {
  return {
    width: FRAME_WIDTH,
    height: FRAME_HEIGHT,
    exposure: place.exposure / typicalLight(light),
    hasMirror: place.solids.some(({ material }) => material.mirror > 0),
    atlasWidth: light.layout.atlasWidth,
    atlasHeight: light.layout.atlasHeight,
    groups: mesh.groups,
    materials: mesh.materials,
    sky: {
      skyTop: place.sky.top,
      skyHorizon: place.sky.horizon,
      skyGround: place.sky.ground,
      skyClouds: place.sky.clouds,
      skyShown: place.sky.shown,
    },
    frames: moments.map((moment) => {
      const shot = viewAt(place.walk, moment)
      const view = viewMatrix(shot, place.fieldOfView, FRAME_WIDTH / FRAME_HEIGHT)
      return { view, unview: inverse(view), eye: shot.from, seconds: moment * place.seconds }
    }),
  }
}

// The geometric mean, so that a patch of sun does not darken the room.
function typicalLight({ layout, atlas }: LightMap): number {
  let [sum, count] = [0, 0]
  for (const { x, y, width, height } of layout.patches) {
    if (width < 8 || height < 8) continue
    for (let point = 0; point < width * height; point++) {
      const at = ((y + Math.floor(point / width)) * layout.atlasWidth + x + (point % width)) * 4
      const light = ((atlas[at] ?? 0) + (atlas[at + 1] ?? 0) + (atlas[at + 2] ?? 0)) / 3
      if (light <= 0) continue
      sum += Math.log(light)
      count++
    }
  }
  return Math.exp(sum / Math.max(1, count))
}

// Gauss and Jordan, the largest pivot first.
function inverse(matrix: readonly number[]): number[] {
  const rows = [0, 1, 2, 3].map((row) => [
    ...[0, 1, 2, 3].map((column) => matrix[column * 4 + row] ?? 0),
    ...[0, 1, 2, 3].map((column) => (column === row ? 1 : 0)),
  ])
  for (let column = 0; column < 4; column++) {
    const rest = rows.slice(column)
    const pivot = rest.reduce((best, row) =>
      Math.abs(row[column] ?? 0) > Math.abs(best[column] ?? 0) ? row : best,
    )
    rows.splice(rows.indexOf(pivot), 1)
    rows.splice(column, 0, pivot)
    const scale = pivot[column] ?? 1
    for (let at = 0; at < 8; at++) pivot[at] = (pivot[at] ?? 0) / scale
    for (const row of rows) {
      if (row === pivot) continue
      const factor = row[column] ?? 0
      for (let at = 0; at < 8; at++) row[at] = (row[at] ?? 0) - factor * (pivot[at] ?? 0)
    }
  }
  return [0, 1, 2, 3].flatMap((column) => rows.map((row) => row[4 + column] ?? 0))
}
