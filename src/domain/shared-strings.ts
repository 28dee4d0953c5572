/**
 * Stores equal strings of a list once: JSON.parse creates a new string for each value, 4 MB too many in 10,000 listings.
 * Changes the rows in place and returns them. `known` has the strings of the list's earlier rows.
 */
export function shareStrings<Row extends object>(
  rows: Row[],
  known = new Map<string, string>(),
): Row[] {
  for (const row of rows) {
    const fields = row as Record<string, unknown> // replaces a string by an equal one only
    for (const field in fields) {
      const value = fields[field]
      if (typeof value !== 'string') continue
      const same = known.get(value)
      if (same === undefined) known.set(value, value)
      else fields[field] = same
    }
  }
  return rows
}
