import type { LightMap } from './light-baker.ts'
import type { Patch, PatchLayout } from './light-patches.ts'
import type { Material, Place, Solid } from './place-model.ts'
import { countFaces, surfacePoint } from './solid-surface.ts'

/** Numbers of one corner: position, normal, place on its face, place in the light map, material, spin. */
export const CORNER_NUMBERS = 16

export interface PlaceMesh {
  corners: Float32Array
  indices: Uint32Array
  /** So many of the indices are opaque; the rest is glass. */
  opaqueCount: number
  /** Sixteen numbers each. */
  materials: number[]
}

/** Triangles of all faces, each corner knowing its point of the light map. */
export function makeMesh(place: Place, { layout }: LightMap): PlaceMesh {
  const corners: number[] = []
  const opaque: number[] = []
  const glass: number[] = []
  const materials = [...new Set(place.solids.map((solid) => solid.material))]
  for (const [index, solid] of place.solids.entries()) {
    const indices = solid.material.alpha < 1 ? glass : opaque
    const material = materials.indexOf(solid.material)
    for (let face = 0; face < countFaces(solid); face++) {
      const patch = layout.patches[(layout.firstOfSolid[index] ?? 0) + face]
      if (!patch) throw new RangeError(`solid ${index} has no face ${face}`)
      addFace({ corners, indices, solid, face, material, patch, layout })
    }
  }
  return {
    corners: new Float32Array(corners),
    indices: new Uint32Array([...opaque, ...glass]),
    opaqueCount: opaque.length,
    materials: materials.flatMap(materialNumbers),
  }
}

interface Face {
  corners: number[]
  indices: number[]
  solid: Solid
  face: number
  material: number
  patch: Patch
  layout: PatchLayout
}

function addFace({ corners, indices, solid, face, material, patch, layout }: Face): void {
  const [columns, rows] = gridOf(solid, face)
  const start = corners.length / CORNER_NUMBERS
  const { spin } = solid
  for (const v of rows) {
    for (const u of columns) {
      const point = surfacePoint(solid, face, u, v)
      corners.push(...point.position, ...point.normal, ...point.face)
      corners.push((patch.x + 0.5 + u * (patch.width - 1)) / layout.atlasWidth)
      corners.push((patch.y + 0.5 + v * (patch.height - 1)) / layout.atlasHeight)
      corners.push(material, spin?.x ?? 0, spin?.z ?? 0, spin?.rate ?? 0)
    }
  }
  for (let row = 0; row + 1 < rows.length; row++) {
    for (let column = 0; column + 1 < columns.length; column++) {
      const at = start + row * columns.length + column
      const above = at + columns.length
      indices.push(at, at + 1, above, above, at + 1, above + 1)
    }
  }
}

function gridOf(solid: Solid, face: number): [number[], number[]] {
  const size = Math.max(...solid.half)
  if (solid.shape === 'ellipsoid') return size < 0.15 ? [even(8), even(5)] : [even(24), even(14)]
  if (solid.shape === 'cylinder') {
    if (face > 0) return [even(12), even(12)]
    return [even(size < 0.06 ? 10 : 28), [0, 1]]
  }
  if (solid.rounding === 0) return [even(1), even(1)]
  const axis = face >> 1
  const { rounding, half } = solid
  const across = axis === 0 ? half[2] : half[0]
  const up = axis === 1 ? half[2] : half[1]
  return [roundedSteps(rounding / (across * 2)), roundedSteps(rounding / (up * 2))]
}

// An edge bends in five steps, the flat between needs one.
function roundedSteps(part: number): number[] {
  const bend = [0, 0.16, 0.34, 0.55, 0.77, 1].map((step) => step * part)
  return [...bend, ...bend.map((step) => 1 - step).reverse()]
}

function even(count: number): number[] {
  return Array.from({ length: count + 1 }, (_, step) => step / count)
}

function materialNumbers(material: Material): number[] {
  return [
    ...[...material.color, material.pattern],
    ...[...material.second, material.scale],
    ...[material.gloss, material.glow, material.dim, material.alpha],
    ...[material.mirror, 0, 0, 0],
  ]
}
