const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
const STEP = 1_000 // decimal units, as browsers and phones use

/** '0 byte', '820 kB', '12 MB', '3.4 GB': rounded for display. */
export function formatBytes(bytes: number): string {
  let power = 0
  while (power < UNITS.length - 1 && Math.round(bytes / STEP ** power) >= STEP) power += 1
  const amount = bytes / STEP ** power
  return amount.toLocaleString('en-IN', {
    style: 'unit',
    unit: UNITS[power] ?? 'byte',
    maximumFractionDigits: amount < 10 && power > 1 ? 1 : 0,
  })
}
