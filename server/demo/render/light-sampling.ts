import type { Sky, Vec } from './place-model.ts'

/** A number from 0 to 1 that depends on its seed alone. */
export function hashedPart(seed: number): number {
  let mixed = Math.imul(seed ^ (seed >>> 16), 0x7feb352d)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b)
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
}

/** The n-th of a row of pairs that fill the unit square evenly (the R2 sequence of the plastic number). */
export function evenPair(index: number, shiftU: number, shiftV: number): [number, number] {
  return [(shiftU + index * 0.7548776662466927) % 1, (shiftV + index * 0.5698402909980532) % 1]
}

/** A direction about a normal, likelier where the cosine is larger. */
export function cosineDirection(normal: Vec, u: number, v: number): Vec {
  const [x, y, z] = normal
  const sign = z >= 0 ? 1 : -1
  const a = -1 / (sign + z)
  const b = x * y * a
  const radius = Math.sqrt(u)
  const p = radius * Math.cos(2 * Math.PI * v)
  const q = radius * Math.sin(2 * Math.PI * v)
  const up = Math.sqrt(1 - u)
  return [
    p * (1 + sign * x * x * a) + q * b + up * x,
    p * sign * b + q * (sign + y * y * a) + up * y,
    p * -sign * x + q * -y + up * z,
  ]
}

/** What the sky sends from a direction: the same sky the camera draws, without its clouds. */
export function skyLight(sky: Sky, y: number): Vec {
  if (y < 0) return sky.ground
  const part = Math.min(1, y) ** 0.5
  const blend = (axis: 0 | 1 | 2) => sky.horizon[axis] * (1 - part) + sky.top[axis] * part
  return [blend(0), blend(1), blend(2)]
}
