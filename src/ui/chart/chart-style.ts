// Distinguishes the series of a chart by colour, and by dash and marker for people who cannot see colours.

/** The CSS colour of the series at this index; six colours repeat. */
export function seriesColor(index: number): string {
  return `var(--chart-${(index % SERIES_DASHES.length) + 1})`
}

/** Solid for the first series; a different dash for each of the others. */
export const SERIES_DASHES = ['none', '7 3', '2 4', '12 4', '8 3 2 3', '4 4'] as const

export const SERIES_MARKERS = [
  'circle',
  'square',
  'triangleUp',
  'diamond',
  'triangleDown',
  'plus',
] as const
