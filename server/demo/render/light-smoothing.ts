import type { Patch, PatchLayout } from './light-patches.ts'
import type { LightPoints } from './light-points.ts'

/** Evens out the grain of few rays, face by face, and lends buried points the light of their neighbours. */
export function settleLight(
  layout: PatchLayout,
  points: LightPoints,
  light: Float32Array,
  rounds: number,
): void {
  for (const patch of layout.patches) {
    const isKnown = Array.from(
      { length: patch.width * patch.height },
      (_, point) => !points.isBuried[patch.first + point],
    )
    for (let round = 0; round < rounds; round++) average(patch, isKnown, light, false)
    spreadToBuried(patch, isKnown, light)
  }
}

function spreadToBuried(patch: Patch, isKnown: boolean[], light: Float32Array): void {
  if (!isKnown.includes(true)) return
  // Filtering looks one point beyond the border of what is seen; deeper ones are never drawn.
  for (let round = 0; round < 3; round++) average(patch, isKnown, light, true)
}

// The mean of a point and its eight neighbours, nearer ones counting more; those not known do not count.
function average(patch: Patch, isKnown: boolean[], light: Float32Array, isForUnknown: boolean) {
  const { width, height, first } = patch
  const before = light.slice(first * 3, (first + width * height) * 3)
  const found: number[] = []
  for (let point = 0; point < width * height; point++) {
    if (isKnown[point] === isForUnknown) continue
    const [column, row] = [point % width, Math.floor(point / width)]
    let weights = 0
    const sums = [0, 0, 0]
    for (let near = 0; near < 9; near++) {
      const x = column + (near % 3) - 1
      const y = row + Math.floor(near / 3) - 1
      if (x < 0 || y < 0 || x >= width || y >= height || !isKnown[y * width + x]) continue
      const weight = (x === column ? 2 : 1) * (y === row ? 2 : 1)
      weights += weight
      const from = (y * width + x) * 3
      for (let channel = 0; channel < 3; channel++) {
        sums[channel] = (sums[channel] ?? 0) + weight * (before[from + channel] ?? 0)
      }
    }
    if (weights === 0) continue
    light.set(
      sums.map((sum) => sum / weights),
      (first + point) * 3,
    )
    if (isForUnknown) found.push(point)
  }
  for (const point of found) isKnown[point] = true
}
