import type { LightMap } from './light-baker.ts'
import type { Patch, PatchLayout } from './light-patches.ts'
import type { Material, Place, Solid } from './place-model.ts'
import { countFaces, surfacePoint } from './solid-surface.ts'

/** Numbers of one corner: position, normal, place on its face, place in the light map, material, spin. */
export const CORNER_NUMBERS = 16

export interface PlaceMesh {
  corners: Float32Array
  indices: Uint32Array
  /** What is drawn together, glass last. */
  groups: Group[]
  /** Sixteen numbers each. */
  materials: number[]
}

/** A run of indices whose materials share one pattern. */
export interface Group {
  pattern: number
  first: number
  count: number
  isGlass: boolean
}

/** Triangles of all faces, each corner knowing its point of the light map. */
export function makeMesh(place: Place, { layout }: LightMap): PlaceMesh {
  const corners: number[] = []
  const runs = new Map<string, Group & { indices: number[] }>()
  const materials = [...new Set(place.solids.map((solid) => solid.material))]
  for (const [index, solid] of place.solids.entries()) {
    const { indices } = runOf(runs, solid.material)
    const material = materials.indexOf(solid.material)
    for (let face = 0; face < countFaces(solid); face++) {
      const patch = layout.patches[(layout.firstOfSolid[index] ?? 0) + face]
      if (!patch) throw new RangeError(`solid ${index} has no face ${face}`)
      addFace({ corners, indices, solid, face, material, patch, layout })
    }
  }
  const indices: number[] = []
  const groups = [...runs.values()].sort((a, b) => Number(a.isGlass) - Number(b.isGlass))
  for (const group of groups) {
    group.first = indices.length
    group.count = group.indices.length
    for (const index of group.indices) indices.push(index)
  }
  return {
    corners: new Float32Array(corners),
    indices: new Uint32Array(indices),
    groups: groups.map(({ pattern, first, count, isGlass }) => ({
      pattern,
      first,
      count,
      isGlass,
    })),
    materials: materials.flatMap(materialNumbers),
  }
}

function runOf(runs: Map<string, Group & { indices: number[] }>, { pattern, alpha }: Material) {
  const key = `${pattern} ${alpha < 1}`
  const found = runs.get(key)
  if (found) return found
  const run = { pattern, first: 0, count: 0, isGlass: alpha < 1, indices: [] }
  runs.set(key, run)
  return run
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

function addFace(target: Face): void {
  const { corners, indices, solid, face } = target
  const start = corners.length / CORNER_NUMBERS
  if (solid.shape === 'cylinder' && face > 0) {
    const count = aroundOf(solid)
    for (let step = 0; step < count; step++) {
      const angle = (step / count) * 2 * Math.PI
      addCorner(target, 0.5 + 0.5 * Math.cos(angle), 0.5 + 0.5 * Math.sin(angle))
      if (step > 1) indices.push(start, start + step - 1, start + step)
    }
    return
  }
  const [columns, rows] = gridOf(solid, face)
  for (const v of rows) for (const u of columns) addCorner(target, u, v)
  for (let row = 0; row + 1 < rows.length; row++) {
    for (let column = 0; column + 1 < columns.length; column++) {
      const at = start + row * columns.length + column
      const above = at + columns.length
      indices.push(at, at + 1, above, above, at + 1, above + 1)
    }
  }
}

function addCorner(
  { corners, solid, face, material, patch, layout }: Face,
  u: number,
  v: number,
): void {
  const point = surfacePoint(solid, face, u, v)
  const { spin } = solid
  corners.push(...point.position, ...point.normal, ...point.face)
  corners.push((patch.x + 0.5 + u * (patch.width - 1)) / layout.atlasWidth)
  corners.push((patch.y + 0.5 + v * (patch.height - 1)) / layout.atlasHeight)
  corners.push(material, spin?.x ?? 0, spin?.z ?? 0, spin?.rate ?? 0)
}

function aroundOf({ half }: Solid): number {
  return Math.max(half[0], half[2]) < 0.06 ? 8 : 22
}

// No finer than the picture shows: a software renderer pays for each triangle.
function gridOf(solid: Solid, face: number): [number[], number[]] {
  const size = Math.max(...solid.half)
  if (solid.shape === 'ellipsoid') {
    if (size < 0.07) return [even(6), even(4)]
    const isLeaf = Math.min(...solid.half) < size * 0.36
    return size < 0.16 || isLeaf ? [even(7), even(4)] : [even(22), even(12)]
  }
  if (solid.shape === 'cylinder') return [even(aroundOf(solid)), [0, 1]]
  const { rounding, half } = solid
  if (rounding === 0) return [even(1), even(1)]
  const axis = face >> 1
  const across = axis === 0 ? half[2] : half[0]
  const up = axis === 1 ? half[2] : half[1]
  const bends = rounding < 0.015 ? [0, 1] : rounding < 0.05 ? [0, 0.45, 1] : [0, 0.2, 0.45, 0.72, 1]
  return [roundedSteps(bends, rounding / (across * 2)), roundedSteps(bends, rounding / (up * 2))]
}

function roundedSteps(bends: readonly number[], part: number): number[] {
  const bend = bends.map((step) => step * part)
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
