import type { Solid } from './place-model.ts'

/** A point of a solid's skin: where it is, which way it faces, and where on its face it lies in metres. */
export interface SurfacePoint {
  position: [number, number, number]
  normal: [number, number, number]
  face: [number, number, number, number]
}

/** Faces of a solid: six of a box, the side and two ends of a cylinder, one of an ellipsoid. */
export function countFaces({ shape }: Solid): number {
  if (shape === 'box') return 6
  return shape === 'cylinder' ? 3 : 1
}

/** Width and height of a face in metres. */
export function faceSize({ shape, half }: Solid, face: number): [number, number] {
  const [x, y, z] = half
  if (shape === 'ellipsoid') return [Math.PI * (x + z), Math.PI * y]
  if (shape === 'cylinder') return face === 0 ? [Math.PI * (x + z), 2 * y] : [2 * x, 2 * z]
  return face < 2 ? [2 * z, 2 * y] : face < 4 ? [2 * x, 2 * z] : [2 * x, 2 * y]
}

/** The point of a face at u and v between 0 and 1. */
export function surfacePoint(solid: Solid, face: number, u: number, v: number): SurfacePoint {
  const { local, normal } = localPoint(solid, face, u, v)
  const [width, height] = faceSize(solid, face)
  return {
    position: toWorld(solid, local, solid.center),
    normal: unit(toWorld(solid, normal, [0, 0, 0])),
    face: [(u - 0.5) * width, (v - 0.5) * height, width / 2, height / 2],
  }
}

type Local = { local: number[]; normal: number[] }

function localPoint(solid: Solid, face: number, u: number, v: number): Local {
  if (solid.shape === 'box') return boxPoint(solid, face, u, v)
  return solid.shape === 'cylinder' ? cylinderPoint(solid, face, u, v) : ellipsoidPoint(solid, u, v)
}

function boxPoint({ half, rounding }: Solid, face: number, u: number, v: number): Local {
  const axis = face >> 1
  const sign = face % 2 === 0 ? 1 : -1
  const [a, b] = [u * 2 - 1, v * 2 - 1]
  const unitCube = axis === 0 ? [sign, b, a] : axis === 1 ? [a, sign, b] : [a, b, sign]
  const local = unitCube.map((part, index) => part * (half[index] ?? 0))
  const normal = [0, 0, 0]
  normal[axis] = sign
  if (rounding === 0) return { local, normal }
  const core = local.map((part, index) => {
    const limit = (half[index] ?? 0) - rounding
    return Math.max(-limit, Math.min(limit, part))
  })
  const outward = unit(local.map((part, index) => part - (core[index] ?? 0)))
  return {
    local: core.map((part, index) => part + rounding * (outward[index] ?? 0)),
    normal: outward,
  }
}

function cylinderPoint({ half, taper }: Solid, face: number, u: number, v: number): Local {
  const [x, y, z] = half
  if (face > 0) {
    const radius = face === 1 ? taper : 1
    const [a, b] = [u * 2 - 1, v * 2 - 1]
    const reach = Math.max(1, Math.hypot(a, b))
    const end = face === 1 ? 1 : -1
    return {
      local: [(a / reach) * x * radius, end * y, (b / reach) * z * radius],
      normal: [0, end, 0],
    }
  }
  const radius = 1 + (taper - 1) * v
  const [cos, sin] = [Math.cos(u * 2 * Math.PI), Math.sin(u * 2 * Math.PI)]
  const rise = ((1 - taper) * (x + z)) / (4 * y)
  return {
    local: [cos * x * radius, (v * 2 - 1) * y, sin * z * radius],
    normal: unit([cos, rise, sin]),
  }
}

function ellipsoidPoint({ half }: Solid, u: number, v: number): Local {
  const [x, y, z] = half
  const [around, up] = [u * 2 * Math.PI, (v - 0.5) * Math.PI]
  const way = [Math.cos(around) * Math.cos(up), Math.sin(up), Math.sin(around) * Math.cos(up)]
  const [a = 0, b = 0, c = 0] = way
  return { local: [a * x, b * y, c * z], normal: unit([a / x, b / y, c / z]) }
}

function toWorld({ turn }: Solid, point: readonly number[], origin: readonly number[]) {
  const along = (axis: number) =>
    (origin[axis] ?? 0) +
    (turn[axis] ?? 0) * (point[0] ?? 0) +
    (turn[3 + axis] ?? 0) * (point[1] ?? 0) +
    (turn[6 + axis] ?? 0) * (point[2] ?? 0)
  const world: [number, number, number] = [along(0), along(1), along(2)]
  return world
}

function unit(vector: readonly number[]): [number, number, number] {
  const [x = 0, y = 0, z = 0] = vector
  const length = Math.hypot(x, y, z) || 1
  return [x / length, y / length, z / length]
}
