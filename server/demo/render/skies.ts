import { linear, type Place, type Sky } from './place-model.ts'

export const DAY_SKY: Sky = {
  top: linear('#3f86dc', 2.1),
  horizon: linear('#cfe4f5', 2.6),
  ground: linear('#b5ad9c', 0.9),
  clouds: 0.8,
  shown: 0.34,
}

export const EVENING_SKY: Sky = {
  top: linear('#2c4690', 0.75),
  horizon: linear('#f58a4a', 1.3),
  ground: linear('#6b5a58', 0.3),
  clouds: 0.7,
  shown: 0.9,
}

/** A low warm sun from a side, its strength against the sky. */
export function sunFrom(x: number, y: number, z: number, strength = 7): Place['sun'] {
  return { toward: [x, y, z], color: linear('#ffedd0', strength) }
}
