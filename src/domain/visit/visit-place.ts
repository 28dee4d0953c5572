// Where a visitor was, as exactly as it may be kept.

/** Degrees, in thousandths: about 100 m, enough to say that somebody was there. */
export interface VisitPlace {
  latitude: number
  longitude: number
}

const PARTS_OF_DEGREE = 1_000

/** The place as it may be stored and sent. */
export function roundPlace({ latitude, longitude }: VisitPlace): VisitPlace {
  return { latitude: roundDegrees(latitude), longitude: roundDegrees(longitude) }
}

function roundDegrees(degrees: number): number {
  return fromThousandths(toThousandths(degrees))
}

export function toThousandths(degrees: number): number {
  return Math.round(degrees * PARTS_OF_DEGREE)
}

export function fromThousandths(thousandths: number): number {
  return thousandths / PARTS_OF_DEGREE
}

/** '18.561, 73.776'. */
export function formatPlace({ latitude, longitude }: VisitPlace): string {
  return [latitude, longitude].map((degrees) => degrees.toFixed(3)).join(', ')
}
