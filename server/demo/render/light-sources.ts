import type { LightPoints } from './light-points.ts'
import { hashedPart } from './light-sampling.ts'
import type { Place, Solid, Vec } from './place-model.ts'
import type { RayScene } from './ray-scene.ts'

const SUN_RAYS = 12 // enough that a shadow's edge shows no steps
const SUN_BLUR = 0.02 // twice the sun's own width, as through light haze
const LAMP_RAYS = 6

/** What sun and lamps send straight to each point, divided by pi. */
export function directLight(place: Place, points: LightPoints, scene: RayScene): Float32Array {
  const light = new Float32Array(points.positions.length)
  const lamps = place.solids.filter((solid) => solid.lamp)
  for (let point = 0; point < light.length / 3; point++) {
    if (points.isBuried[point]) continue
    const position = read(points.positions, point)
    const normal = read(points.normals, point)
    const seed = point * 97
    if (place.sun) addSun({ light, point, position, normal, seed }, place.sun, scene, place.texel)
    for (const lamp of lamps) addLamp({ light, point, position, normal, seed }, lamp, scene)
  }
  return light
}

interface Target {
  light: Float32Array
  point: number
  position: Vec
  normal: Vec
  seed: number
}

function addSun(
  { light, point, position, normal, seed }: Target,
  { toward, color }: { toward: Vec; color: Vec },
  scene: RayScene,
  texel: number,
): void {
  const length = Math.hypot(...toward)
  const cosine = dot(normal, toward) / length
  if (cosine <= 0) return
  let seen = 0
  for (let ray = 0; ray < SUN_RAYS; ray++) {
    const jitter = (axis: number) => hashedPart(seed + ray * 7 + axis) - 0.5
    const way = toward.map((part, axis) => part / length + SUN_BLUR * jitter(axis))
    // The start wanders over the point's own patch of the face, which makes its shadow an average.
    const slide = normal.map((part, axis) => jitter(axis + 3) * texel * 0.8 * (1 - Math.abs(part)))
    const distance = Math.hypot(...slide)
    const aside = slide.map((part) => part / distance)
    if (meets(scene, position, aside, distance)) continue
    const start = position.map((part, axis) => part + (slide[axis] ?? 0))
    if (!meets(scene, start, way, 1e4)) seen++ // beyond any place
  }
  const part = (cosine * seen) / SUN_RAYS
  for (let channel = 0; channel < 3; channel++) {
    light[point * 3 + channel] = (light[point * 3 + channel] ?? 0) + part * (color[channel] ?? 0)
  }
}

function meets(
  scene: RayScene,
  [x = 0, y = 0, z = 0]: readonly number[],
  [dx = 0, dy = 0, dz = 0]: readonly number[],
  reach: number,
): boolean {
  return scene.isBlocked(x, y, z, dx, dy, dz, reach)
}

function addLamp(
  { light, point, position, normal, seed }: Target,
  { lamp, center, half, turn, material }: Solid,
  scene: RayScene,
): void {
  if (!lamp) return
  const aside = center.reduce(
    (sum, part, axis) => sum + (part - (position[axis] ?? 0)) * (normal[axis] ?? 0),
    0,
  )
  if (aside < -0.5) return // no part of a lamp reaches that far behind a face
  let sum = 0
  for (let ray = 0; ray < LAMP_RAYS; ray++) {
    const spread = [0, 1, 2].map(
      (axis) => (hashedPart(seed + ray * 11 + axis) * 2 - 1) * (half[axis] ?? 0) * 0.9,
    )
    const way = position.map((part, axis) => {
      const across = spread.reduce((all, part, own) => all + part * (turn[own * 3 + axis] ?? 0), 0)
      return (center[axis] ?? 0) + across - part
    })
    const [x = 0, y = 0, z = 0] = way
    const distance = Math.hypot(x, y, z)
    const cosine = (x * normal[0] + y * normal[1] + z * normal[2]) / distance
    const leaving = lamp.isDownward ? Math.max(0, y / distance) : 1
    if (cosine <= 0 || leaving === 0) continue
    const [dx, dy, dz] = [x / distance, y / distance, z / distance]
    if (scene.isBlocked(position[0], position[1], position[2], dx, dy, dz, distance)) continue
    sum += (cosine * leaving) / Math.max(0.02, distance * distance) // no point blazes for being close
  }
  const strength = (lamp.intensity * sum) / (LAMP_RAYS * Math.PI)
  for (let channel = 0; channel < 3; channel++) {
    light[point * 3 + channel] =
      (light[point * 3 + channel] ?? 0) + strength * (material.color[channel] ?? 0)
  }
}

function read(from: Float32Array, point: number): Vec {
  return [from[point * 3] ?? 0, from[point * 3 + 1] ?? 0, from[point * 3 + 2] ?? 0]
}

function dot(a: Vec, b: Vec): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
