const COLORS = 6 // as many as the series of the revenue

/** The CSS colour of the series at this index; six colours repeat. */
export function seriesColor(index: number): string {
  return `var(--chart-${(index % COLORS) + 1})`
}
