const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
const STEP = 1_000 // decimal units, as browsers and phones use

/** '0 byte', '820 kB', '12 MB', '3.4 GB': rounded for display. */
export function formatBytes(bytes: number): string {
  const power = Math.min(
    UNITS.length - 1,
    Math.floor(Math.log(Math.max(1, bytes)) / Math.log(STEP)),
  )
  const amount = bytes / STEP ** power
  return amount.toLocaleString('en-IN', {
    style: 'unit',
    unit: UNITS[power] ?? 'byte',
    maximumFractionDigits: amount < 10 && power > 1 ? 1 : 0,
  })
}
