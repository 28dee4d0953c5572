import type { PatchLayout } from './light-patches.ts'
import type { Place } from './place-model.ts'
import type { RayScene } from './ray-scene.ts'
import { surfacePoint } from './solid-surface.ts'

/** The points of the light map, three numbers each. */
export interface LightPoints {
  positions: Float32Array
  normals: Float32Array
  /** 1 where a point lies within another solid and sees nothing. */
  isBuried: Uint8Array
  /** What a point sends back of the light that meets it. */
  albedos: Float32Array
}

const LIFT = 0.002 // metres a ray starts above the skin, so that it does not meet it again
const INSET = 0.012 // metres from a face's border, or its edge would see only the wall beside it

export function placePoints(place: Place, layout: PatchLayout, scene: RayScene): LightPoints {
  const points: LightPoints = {
    positions: new Float32Array(layout.pointCount * 3),
    normals: new Float32Array(layout.pointCount * 3),
    isBuried: new Uint8Array(layout.pointCount),
    albedos: new Float32Array(layout.pointCount * 3),
  }
  for (const { solid: index, face, width, height, first } of layout.patches) {
    const solid = place.solids[index]
    if (!solid) throw new RangeError(`a patch names solid ${index}, which is not there`)
    const { material } = solid
    const albedo = material.color.map(
      (part, axis) => Math.min(0.85, part * 0.55 + (material.second[axis] ?? 0) * 0.45), // nothing is whiter than fresh paint
    )
    const corner = surfacePoint(solid, face, 0, 0).face
    for (let point = 0; point < width * height; point++) {
      const u = inset((point % width) / (width - 1), -corner[0])
      const v = inset(Math.floor(point / width) / (height - 1), -corner[1])
      const { position, normal } = surfacePoint(solid, face, u, v)
      const at = first + point
      const lifted = position.map((part, axis) => part + LIFT * (normal[axis] ?? 0))
      points.positions.set(lifted, at * 3)
      points.normals.set(normal, at * 3)
      points.albedos.set(albedo, at * 3)
      const [x = 0, y = 0, z = 0] = lifted
      if (scene.isBuried(x, y, z, index, 0.0005)) points.isBuried[at] = 1 // half a millimetre: deeper than the lift's rounding
    }
  }
  return points
}

function inset(part: number, half: number): number {
  const margin = Math.min(0.25, INSET / (half * 2))
  return Math.max(margin, Math.min(1 - margin, part))
}
