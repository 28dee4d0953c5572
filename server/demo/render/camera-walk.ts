import type { Place, Vec, Viewpoint } from './place-model.ts'

/** Where the camera is at a moment between 0 and 1: it sets off and stops gently, and its turns are round. */
export function viewAt(walk: readonly Viewpoint[], moment: number): Viewpoint {
  const eased = moment * 0.35 + 0.65 * (moment * moment * (3 - 2 * moment))
  const along = eased * (walk.length - 1)
  const leg = Math.min(walk.length - 2, Math.floor(along))
  const at = (index: number) => {
    const view = walk[Math.max(0, Math.min(walk.length - 1, index))]
    if (!view) throw new RangeError('a walk needs two viewpoints')
    return view
  }
  const four = [at(leg - 1), at(leg), at(leg + 1), at(leg + 2)] as const
  const curve = (pick: (view: Viewpoint) => Vec): Vec => {
    const axis = (index: 0 | 1 | 2) =>
      catmullRom(
        pick(four[0])[index],
        pick(four[1])[index],
        pick(four[2])[index],
        pick(four[3])[index],
        along - leg,
      )
    return [axis(0), axis(1), axis(2)]
  }
  return { from: curve((view) => view.from), to: curve((view) => view.to) }
}

/** The matrix from the place to the picture, column after column. */
export function viewMatrix({ from, to }: Viewpoint, fieldOfView: number, aspect: number): number[] {
  const back = unit([from[0] - to[0], from[1] - to[1], from[2] - to[2]])
  const right = unit([back[2], 0, -back[0]])
  const up: Vec = [
    back[1] * right[2] - back[2] * right[1],
    back[2] * right[0] - back[0] * right[2],
    back[0] * right[1] - back[1] * right[0],
  ]
  const near = 0.05 // nothing comes closer to the camera
  const far = 3_000 // the horizon of the sea
  const tall = 1 / Math.tan((fieldOfView * Math.PI) / 360)
  const rows = [
    row(right, from).map((part) => (part * tall) / aspect),
    row(up, from).map((part) => part * tall),
    row(back, from).map(
      (part, column) =>
        (part * (far + near)) / (near - far) + (column === 3 ? (2 * far * near) / (near - far) : 0),
    ),
    row(back, from).map((part) => -part),
  ]
  return [0, 1, 2, 3].flatMap((column) => rows.map((parts) => parts[column] ?? 0))
}

/** Throws when the camera comes within `margin` metres of a solid's box on its way. */
export function requireFreeWalk(place: Place, margin: number): void {
  for (let step = 0; step <= 100; step++) {
    const { from } = viewAt(place.walk, step / 100)
    const met = place.solids.find(({ center, half, turn }) =>
      half.every((size, axis) => {
        const part = from.reduce(
          (sum, value, own) => sum + (value - (center[own] ?? 0)) * (turn[axis * 3 + own] ?? 0),
          0,
        )
        return Math.abs(part) < size + margin
      }),
    )
    if (!met) continue
    const spots = [from, met.center].map((spot) => spot.map((part) => part.toFixed(2)).join(' '))
    throw new RangeError(`${place.slug}: at ${step} % the camera (${spots[0]}) meets ${spots[1]}`)
  }
}

function catmullRom(a: number, b: number, c: number, d: number, t: number): number {
  const bend = 2 * a - 5 * b + 4 * c - d
  const twist = -a + 3 * b - 3 * c + d
  return 0.5 * (2 * b + (c - a) * t + bend * t * t + twist * t * t * t)
}

function row(axis: Vec, from: Vec): number[] {
  return [...axis, -(axis[0] * from[0] + axis[1] * from[1] + axis[2] * from[2])]
}

function unit([x, y, z]: Vec): Vec {
  const length = Math.hypot(x, y, z)
  return [x / length, y / length, z / length]
}
