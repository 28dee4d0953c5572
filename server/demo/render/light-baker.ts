import { layPatches, type PatchLayout } from './light-patches.ts'
import { type LightPoints, placePoints } from './light-points.ts'
import { cosineDirection, evenPair, hashedPart, skyLight } from './light-sampling.ts'
import { settleLight } from './light-smoothing.ts'
import { directLight } from './light-sources.ts'
import type { Place, Vec } from './place-model.ts'
import { makeRayScene, type RayScene } from './ray-scene.ts'

export interface LightMap {
  layout: PatchLayout
  /** Four numbers a point of the atlas: the light that meets it, divided by pi. */
  atlas: Float32Array
}

// Light goes from wall to wall twice before the last, careful look.
const EARLIER_RAYS = [20, 28]

/** Light of sun, sky and lamps on each face, with what the faces send each other. */
export function bakeLight(place: Place, rays: number): LightMap {
  const layout = layPatches(place)
  const scene = makeRayScene(place.solids)
  const points = placePoints(place, layout, scene)
  const direct = directLight(place, points, scene)
  let indirect: Float32Array = new Float32Array(layout.pointCount * 3)
  for (const count of [...EARLIER_RAYS, rays]) {
    const sent = direct.map(
      (part, index) => (part + (indirect[index] ?? 0)) * (points.albedos[index] ?? 0),
    )
    indirect = gather({ place, layout, scene, points, sent, count })
    settleLight(layout, points, indirect, 3)
  }
  settleLight(layout, points, direct, 0)
  return { layout, atlas: fillAtlas(layout, direct, indirect) }
}

interface Gathering {
  place: Place
  layout: PatchLayout
  scene: RayScene
  points: LightPoints
  sent: Float32Array
  count: number
}

function gather({ place, layout, scene, points, sent, count }: Gathering): Float32Array {
  const met = new Float32Array(layout.pointCount * 3)
  const { positions, normals } = points
  const at3 = (from: Float32Array, at: number): Vec => [
    from[at] ?? 0,
    from[at + 1] ?? 0,
    from[at + 2] ?? 0,
  ]
  for (let point = 0; point < layout.pointCount; point++) {
    if (points.isBuried[point]) continue
    const [x, y, z] = at3(positions, point * 3)
    const normal = at3(normals, point * 3)
    const [shiftU, shiftV] = [hashedPart(point * 2 + 1), hashedPart(point * 2 + 2)]
    let [red, green, blue] = [0, 0, 0]
    for (let ray = 0; ray < count; ray++) {
      const [u, v] = evenPair(ray, shiftU, shiftV)
      const [dx, dy, dz] = cosineDirection(normal, u, v)
      const reach = scene.trace(x, y, z, dx, dy, dz)
      const light =
        reach === Number.POSITIVE_INFINITY
          ? skyLight(place.sky, dy)
          : at3(
              sent,
              3 *
                findPoint(place, layout, scene.hit, x + dx * reach, y + dy * reach, z + dz * reach),
            )
      red += light[0]
      green += light[1]
      blue += light[2]
    }
    met.set([red / count, green / count, blue / count], point * 3)
  }
  return met
}

/** The point of the light map nearest to a place on a solid's skin. */
function findPoint(
  place: Place,
  layout: PatchLayout,
  index: number,
  x: number,
  y: number,
  z: number,
): number {
  const solid = place.solids[index]
  if (!solid) throw new RangeError(`no solid ${index}`)
  const { center, half, turn, shape, taper } = solid
  const part = (axis: 0 | 1 | 2) =>
    ((x - center[0]) * (turn[axis * 3] ?? 0) +
      (y - center[1]) * (turn[axis * 3 + 1] ?? 0) +
      (z - center[2]) * (turn[axis * 3 + 2] ?? 0)) /
    half[axis]
  const [a, b, c] = [part(0), part(1), part(2)]
  let face = 0
  let u = 0
  let v = 0
  if (shape === 'box') {
    const [sizeA, sizeB, sizeC] = [Math.abs(a), Math.abs(b), Math.abs(c)]
    if (sizeA >= sizeB && sizeA >= sizeC) [face, u, v] = [a > 0 ? 0 : 1, c, b]
    else if (sizeB >= sizeC) [face, u, v] = [b > 0 ? 2 : 3, a, c]
    else [face, u, v] = [c > 0 ? 4 : 5, a, b]
  } else if (shape === 'cylinder' && Math.abs(b) > 0.9999) {
    const radius = b > 0 ? taper : 1
    ;[face, u, v] = [b > 0 ? 1 : 2, a / radius, c / radius]
  } else {
    u = ((Math.atan2(c, a) / Math.PI + 2) % 2) - 1
    v = shape === 'cylinder' ? b : (Math.asin(Math.max(-1, Math.min(1, b))) * 2) / Math.PI
  }
  const patch = layout.patches[(layout.firstOfSolid[index] ?? 0) + face]
  if (!patch) throw new RangeError(`solid ${index} has no face ${face}`)
  const column = Math.round(((Math.max(-1, Math.min(1, u)) + 1) / 2) * (patch.width - 1))
  const row = Math.round(((Math.max(-1, Math.min(1, v)) + 1) / 2) * (patch.height - 1))
  return patch.first + row * patch.width + column
}

function fillAtlas(layout: PatchLayout, direct: Float32Array, indirect: Float32Array) {
  const atlas = new Float32Array(layout.atlasWidth * layout.atlasHeight * 4)
  for (const { x, y, width, height, first } of layout.patches) {
    for (let point = 0; point < width * height; point++) {
      const from = (first + point) * 3
      const to = ((y + Math.floor(point / width)) * layout.atlasWidth + x + (point % width)) * 4
      for (let channel = 0; channel < 3; channel++) {
        atlas[to + channel] = (direct[from + channel] ?? 0) + (indirect[from + channel] ?? 0)
      }
      atlas[to + 3] = 1
    }
  }
  return atlas
}
