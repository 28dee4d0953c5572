import { linear, type Place, type Sky } from './place-model.ts'

export const DAY_SKY: Sky = {
  top: linear('#5d9ae0', 2.2),
  horizon: linear('#dcebf5', 2.8),
  ground: linear('#b5ad9c', 0.9),
  clouds: 0.8,
  shown: 0.42,
}

export const EVENING_SKY: Sky = {
  top: linear('#3a4f8c', 0.9),
  horizon: linear('#f5a066', 1.5),
  ground: linear('#6b5a58', 0.3),
  clouds: 0.7,
  shown: 0.9,
}

/** A low warm sun from a side, its strength against the sky. */
export function sunFrom(x: number, y: number, z: number, strength = 7): Place['sun'] {
  return { toward: [x, y, z], color: linear('#ffe2b4', strength) }
}
