import type { Solid } from './place-model.ts'
import { buildTree, type Tree } from './ray-tree.ts'

// Numbers of one solid in the flat table: kind, taper, centre, half sizes, three axes.
const STRIDE = 17

export interface RayScene {
  /** Distance to the nearest solid the ray enters, Infinity when there is none; `scene.hit` tells which. */
  trace(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): number
  /** True when a solid lies on the way, nearer than `reach`. */
  isBlocked(
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    reach: number,
  ): boolean
  /** True when a point lies in a solid other than its own by more than `margin` metres. */
  isBuried(x: number, y: number, z: number, own: number, margin: number): boolean
  /** Index of the solid the last trace met. */
  hit: number
}

/**
 * Rays against boxes, cylinders and ellipsoids. Only entering counts: a point on a rounded edge lies
 * inside of the square box that stands for it and must see out.
 */
export function makeRayScene(solids: readonly Solid[]): RayScene {
  const table = new Float64Array(solids.length * STRIDE)
  for (const [index, solid] of solids.entries()) {
    const kind = ['box', 'cylinder', 'ellipsoid'].indexOf(solid.shape)
    table.set([kind, solid.taper, ...solid.center, ...solid.half, ...solid.turn], index * STRIDE)
  }
  const tree = buildTree(solids)
  const stack = new Int32Array(64)

  function walk(
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    reach: number,
    isAnyEnough: boolean,
  ): number {
    const ix = 1 / dx
    const iy = 1 / dy
    const iz = 1 / dz
    let nearest = reach
    let depth = 0
    stack[depth++] = 0
    while (depth > 0) {
      const node = stack[--depth] ?? 0
      const count = tree.counts[node] ?? 0
      const first = tree.firsts[node] ?? 0
      if (count === 0) {
        const left = reachOf(tree, first, ox, oy, oz, ix, iy, iz, nearest)
        const right = reachOf(tree, first + 1, ox, oy, oz, ix, iy, iz, nearest)
        // The nearer child goes on top: what it holds may hide all of the other.
        const isLeftLast = left < right
        if ((isLeftLast ? right : left) < nearest) stack[depth++] = isLeftLast ? first + 1 : first
        if ((isLeftLast ? left : right) < nearest) stack[depth++] = isLeftLast ? first : first + 1
        continue
      }
      for (let slot = first; slot < first + count; slot++) {
        const solid = tree.order[slot] ?? 0
        if (tree.isIgnored[solid]) continue
        const distance = enter(table, solid * STRIDE, ox, oy, oz, dx, dy, dz)
        if (distance >= nearest) continue
        nearest = distance
        scene.hit = solid
        if (isAnyEnough) return nearest
      }
    }
    return nearest === reach ? Number.POSITIVE_INFINITY : nearest
  }

  const scene: RayScene = {
    hit: -1,
    trace: (ox, oy, oz, dx, dy, dz) => walk(ox, oy, oz, dx, dy, dz, 1e9, false), // beyond any place
    isBlocked: (ox, oy, oz, dx, dy, dz, reach) => walk(ox, oy, oz, dx, dy, dz, reach, true) < reach,
    isBuried: (x, y, z, own, margin) =>
      solids.some(
        (solid, index) =>
          index !== own && solid.castsShadow && isInside(table, index * STRIDE, x, y, z, margin),
      ),
  }
  return scene
}

// Distance at which a ray enters a node's box, Infinity when it passes by.
function reachOf(
  { bounds }: Tree,
  node: number,
  ox: number,
  oy: number,
  oz: number,
  ix: number,
  iy: number,
  iz: number,
  reach: number,
): number {
  const at = node * 6
  const ax = ((bounds[at] ?? 0) - ox) * ix
  const bx = ((bounds[at + 3] ?? 0) - ox) * ix
  const ay = ((bounds[at + 1] ?? 0) - oy) * iy
  const by = ((bounds[at + 4] ?? 0) - oy) * iy
  const az = ((bounds[at + 2] ?? 0) - oz) * iz
  const bz = ((bounds[at + 5] ?? 0) - oz) * iz
  let near = Math.min(ax, bx)
  let far = Math.max(ax, bx)
  near = Math.max(near, Math.min(ay, by))
  far = Math.min(far, Math.max(ay, by))
  near = Math.max(near, Math.min(az, bz), 0)
  far = Math.min(far, Math.max(az, bz))
  return near <= far && near < reach ? near : Number.POSITIVE_INFINITY
}

const local = new Float64Array(6)

// The ray in the solid's own axes, its half sizes made 1.
function enter(
  table: Float64Array,
  at: number,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
): number {
  const px = ox - (table[at + 2] ?? 0)
  const py = oy - (table[at + 3] ?? 0)
  const pz = oz - (table[at + 4] ?? 0)
  for (let axis = 0; axis < 3; axis++) {
    const row = at + 8 + axis * 3
    const rx = table[row] ?? 0
    const ry = table[row + 1] ?? 0
    const rz = table[row + 2] ?? 0
    const scale = 1 / (table[at + 5 + axis] ?? 1)
    local[axis] = (px * rx + py * ry + pz * rz) * scale
    local[3 + axis] = (dx * rx + dy * ry + dz * rz) * scale
  }
  if (table[at] === 0) return enterBox()
  return enterRound(table[at] === 1, (table[at + 1] ?? 1) - 1)
}

function enterBox(): number {
  let near = 0
  let far = Number.POSITIVE_INFINITY
  for (let axis = 0; axis < 3; axis++) {
    const inverse = 1 / (local[3 + axis] ?? 0)
    const a = (-1 - (local[axis] ?? 0)) * inverse
    const b = (1 - (local[axis] ?? 0)) * inverse
    near = Math.max(near, Math.min(a, b))
    far = Math.min(far, Math.max(a, b))
  }
  return near > 0 && near <= far ? near : Number.POSITIVE_INFINITY
}

// x² + z² = r(y)² for a cylinder with r = 1 + slope (y + 1) / 2; x² + y² + z² = 1 for an ellipsoid.
function enterRound(isCylinder: boolean, taper: number): number {
  const ox = local[0] ?? 0
  const oy = local[1] ?? 0
  const oz = local[2] ?? 0
  const dx = local[3] ?? 0
  const dy = local[4] ?? 0
  const dz = local[5] ?? 0
  const slope = isCylinder ? taper / 2 : 0
  const radius = isCylinder ? 1 + slope * (oy + 1) : 0
  const tall = isCylinder ? 0 : 1
  const a = dx * dx + dz * dz + (tall - slope * slope) * dy * dy
  const b = ox * dx + oz * dz + tall * oy * dy - radius * slope * dy
  const c = ox * ox + oz * oz + tall * (oy * oy - 1) - radius * radius
  let nearest = Number.POSITIVE_INFINITY
  const inside = b * b - a * c
  if (inside > 0 && a > 0) {
    const distance = (-b - Math.sqrt(inside)) / a
    if (distance > 0 && (!isCylinder || Math.abs(oy + distance * dy) <= 1)) nearest = distance
  }
  if (!isCylinder) return nearest
  const end = dy > 0 ? -1 : 1
  const cap = (end - oy) / dy
  if (!(cap > 0) || cap >= nearest) return nearest
  const limit = end > 0 ? 1 + taper : 1
  return Math.hypot(ox + cap * dx, oz + cap * dz) <= limit ? cap : nearest
}

function isInside(
  table: Float64Array,
  at: number,
  x: number,
  y: number,
  z: number,
  margin: number,
): boolean {
  let reach = 0
  let flat = 0
  for (let axis = 0; axis < 3; axis++) {
    const row = at + 8 + axis * 3
    const half = (table[at + 5 + axis] ?? 0) - margin
    if (half <= 0) return false
    const part =
      ((x - (table[at + 2] ?? 0)) * (table[row] ?? 0) +
        (y - (table[at + 3] ?? 0)) * (table[row + 1] ?? 0) +
        (z - (table[at + 4] ?? 0)) * (table[row + 2] ?? 0)) /
      half
    if (Math.abs(part) > 1) return false
    reach += part * part
    if (axis !== 1) flat += part * part
  }
  if (table[at] === 0) return true
  return table[at] === 1 ? flat <= 1 : reach <= 1
}
