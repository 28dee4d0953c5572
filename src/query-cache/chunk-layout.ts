// Splits a list into chunks. Chunks are not index ranges, because an added or removed row would shift all later rows: a
// row stays in the chunk that stores it, and only chunks whose rows differ are written.

const CHUNK_ROWS = 250 // about 100 kB; a structured clone of it takes a few milliseconds on a slow phone
const MOST_ROWS = 500 // a larger chunk is split
const FEWEST_ROWS = 25 // a smaller chunk is merged with its neighbour

export interface Chunk {
  /** Id of the chunk within its list. The order of the chunks is stored separately. */
  index: number
  rows: readonly unknown[]
}

/**
 * Computes the chunks of a list from the stored chunks. Compares rows by identity, and returns unchanged chunks as the
 * same objects. The rows may have any order; if their order has changed, more chunks differ.
 */
export function layOutChunks(rows: readonly unknown[], stored: readonly Chunk[]): readonly Chunk[] {
  const groups = joinSmall(groupByChunk(rows, stored))
  let nextIndex = Math.max(-1, ...stored.map(({ index }) => index)) + 1
  return groups.flatMap(({ chunk, rows: grouped }) =>
    cut(grouped, chunk ? MOST_ROWS : CHUNK_ROWS).map((part, nth): Chunk => {
      if (chunk && nth === 0) return isSame(chunk.rows, part) ? chunk : { ...chunk, rows: part }
      nextIndex += 1
      return { index: nextIndex - 1, rows: part }
    }),
  )
}

interface Group {
  chunk: Chunk | null
  rows: unknown[]
}

function groupByChunk(rows: readonly unknown[], stored: readonly Chunk[]): Group[] {
  const places = new Map(stored.flatMap((chunk, place) => chunk.rows.map((row) => [row, place])))
  const groups: Group[] = []
  let current: Group = { chunk: null, rows: [] }
  let currentPlace = -1
  let unknown: unknown[] = []
  for (const row of rows) {
    const place = places.get(row)
    if (place === undefined || place < currentPlace) {
      unknown.push(row)
      continue
    }
    if (place > currentPlace) {
      // New or changed rows between two chunks first fill the earlier chunk up to its stored size; the rest begin the
      // later chunk.
      const missing = Math.max(0, (current.chunk?.rows.length ?? 0) - current.rows.length)
      current.rows.push(...unknown.splice(0, missing))
      current = { chunk: stored[place] ?? null, rows: [] }
      currentPlace = place
      groups.push(current)
    }
    if (unknown.length > 0) current.rows = current.rows.concat(unknown)
    unknown = []
    current.rows.push(row)
  }
  if (groups.length === 0) groups.push(current)
  current.rows = current.rows.concat(unknown)
  return groups.filter((group) => group.rows.length > 0)
}

function joinSmall(groups: readonly Group[]): Group[] {
  const joined: Group[] = []
  for (const group of groups) {
    const before = joined.at(-1)
    const isSmall =
      before !== undefined &&
      Math.min(group.rows.length, before.rows.length) < FEWEST_ROWS &&
      group.rows.length + before.rows.length <= MOST_ROWS
    if (isSmall) before.rows.push(...group.rows)
    else joined.push(group)
  }
  return joined
}

function cut(rows: readonly unknown[], most: number): (readonly unknown[])[] {
  if (rows.length <= most) return [rows]
  const parts: (readonly unknown[])[] = []
  // Cuts into equal parts, because the next write would merge a small last chunk again.
  const size = Math.ceil(rows.length / Math.round(rows.length / CHUNK_ROWS))
  for (let start = 0; start < rows.length; start += size)
    parts.push(rows.slice(start, start + size))
  return parts
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((row, place) => row === other[place])
}
