import type { Lamp, Material, Solid, Turn, Vec } from './place-model.ts'

export interface SolidOptions {
  /** Degrees about the vertical, then about the side, then about the front. */
  turn?: Vec
  rounding?: number
  taper?: number
  castsShadow?: boolean
  spinRate?: number
  lamp?: Lamp
}

/** Where furniture is put up: what a child stage builds lands in its parent, moved and turned. */
export interface Stage {
  readonly solids: Solid[]
  /** A stage with its own origin, turned about the vertical by so many degrees. */
  placed(x: number, y: number, z: number, yaw?: number): Stage
  /** A box that stands on the middle of its base. */
  box(base: Vec, size: Vec, material: Material, options?: SolidOptions): void
  /** An upright cylinder that stands on the middle of its base; size is width, height and depth. */
  cylinder(base: Vec, size: Vec, material: Material, options?: SolidOptions): void
  /** An ellipsoid about its centre. */
  ellipsoid(center: Vec, size: Vec, material: Material, options?: SolidOptions): void
}

export function makeStage(): Stage {
  return stageAt([], [0, 0, 0], 0)
}

function stageAt(solids: Solid[], origin: Vec, yaw: number): Stage {
  const frame = turnOf([yaw, 0, 0])
  const add = (
    shape: Solid['shape'],
    middle: Vec,
    size: Vec,
    material: Material,
    options: SolidOptions,
  ) => {
    const center = moved(origin, frame, middle)
    const [yawOwn, pitch, roll] = options.turn ?? [0, 0, 0]
    solids.push({
      shape,
      center,
      half: [size[0] / 2, size[1] / 2, size[2] / 2],
      turn: turnOf([yaw + yawOwn, pitch, roll]),
      material,
      rounding: Math.min(options.rounding ?? 0, ...size.map((side) => side * 0.49)),
      taper: options.taper ?? 1,
      castsShadow: options.castsShadow ?? (material.alpha === 1 && !options.lamp),
      spin: options.spinRate ? { x: origin[0], z: origin[2], rate: options.spinRate } : null,
      lamp: options.lamp ?? null,
    })
  }
  const raised = ([x, y, z]: Vec, size: Vec): Vec => [x, y + size[1] / 2, z]
  return {
    solids,
    placed: (x, y, z, more = 0) => stageAt(solids, moved(origin, frame, [x, y, z]), yaw + more),
    box: (base, size, material, options = {}) =>
      add('box', raised(base, size), size, material, options),
    cylinder: (base, size, material, options = {}) =>
      add('cylinder', raised(base, size), size, material, options),
    ellipsoid: (center, size, material, options = {}) =>
      add('ellipsoid', center, size, material, options),
  }
}

function moved(origin: Vec, turn: Turn, [x, y, z]: Vec): Vec {
  const along = (axis: number) =>
    (origin[axis] ?? 0) +
    (turn[axis] ?? 0) * x +
    (turn[3 + axis] ?? 0) * y +
    (turn[6 + axis] ?? 0) * z
  return [along(0), along(1), along(2)]
}

function turnOf([yaw, pitch, roll]: Vec): Turn {
  const [cy, sy] = cosSin(yaw)
  const [cx, sx] = cosSin(pitch)
  const [cz, sz] = cosSin(roll)
  return [
    ...[cy * cz + sy * sx * sz, cx * sz, -sy * cz + cy * sx * sz],
    ...[-cy * sz + sy * sx * cz, cx * cz, sy * sz + cy * sx * cz],
    ...[sy * cx, -sx, cy * cx],
  ]
}

function cosSin(degrees: number): [number, number] {
  const angle = (degrees * Math.PI) / 180
  return [Math.cos(angle), Math.sin(angle)]
}
