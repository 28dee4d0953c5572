import type { Place, Solid } from './place-model.ts'
import { countFaces, faceSize, surfacePoint } from './solid-surface.ts'

/** The rectangle of the light map that belongs to one face of a solid. */
export interface Patch {
  solid: number
  face: number
  width: number
  height: number
  x: number
  y: number
  /** Index of the first of its points among all points. */
  first: number
}

export interface PatchLayout {
  patches: Patch[]
  /** Index of a solid's first patch; its faces follow one another. */
  firstOfSolid: number[]
  pointCount: number
  atlasWidth: number
  atlasHeight: number
}

const ATLAS_WIDTH = 1024 // holds the widest patch several times over
const MOST_POINTS = 150 // a side; a long wall gets coarser instead of filling the map

/** Gives each face its rectangle, rows of equal height side by side. */
export function layPatches(place: Place): PatchLayout {
  const patches: Patch[] = []
  const firstOfSolid: number[] = []
  let pointCount = 0
  for (const [index, solid] of place.solids.entries()) {
    firstOfSolid.push(patches.length)
    for (let face = 0; face < countFaces(solid); face++) {
      const [width, height] = countPoints(place, solid, face)
      patches.push({ solid: index, face, width, height, x: 0, y: 0, first: pointCount })
      pointCount += width * height
    }
  }
  return { patches, firstOfSolid, pointCount, atlasWidth: ATLAS_WIDTH, atlasHeight: pack(patches) }
}

function countPoints(place: Place, solid: Solid, face: number): [number, number] {
  const [low, high] = place.inside
  const middle = surfacePoint(solid, face, 0.5, 0.5).position
  const margin = 0.03 // a wall's face lies on the border itself
  const isSeen = middle.every(
    (part, axis) => part > (low[axis] ?? 0) - margin && part < (high[axis] ?? 0) + margin,
  )
  const [width, height] = faceSize(solid, face)
  const least = solid.shape === 'ellipsoid' || face === 0 ? 4 : 2
  if (!isSeen) return [least, 2]
  const points = (size: number, from: number) =>
    Math.max(from, Math.min(MOST_POINTS, Math.round(size / place.texel) + 1))
  return [points(width, least), points(height, 2)]
}

function pack(patches: readonly Patch[]): number {
  let [x, y, rowHeight] = [0, 0, 0]
  for (const patch of [...patches].sort((a, b) => b.height - a.height)) {
    if (x + patch.width > ATLAS_WIDTH) {
      y += rowHeight
      x = 0
      rowHeight = 0
    }
    patch.x = x
    patch.y = y
    x += patch.width
    rowHeight = Math.max(rowHeight, patch.height)
  }
  return y + rowHeight
}
