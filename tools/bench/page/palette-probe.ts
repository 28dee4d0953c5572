import { createSearchIndex } from '#src/domain/search/search-index.ts'
import { recordTexts } from '#src/features/palette/palette-record.ts'
import { rowsInTasks } from '#src/lists/rows-in-tasks.ts'
import { makeListings } from './bench-listings.ts'

/** Words as people type them: a beginning, a whole word, a mistake, two words, a phone number, an id, nothing found. */
const QUERIES = ['pun', 'bengaluru', 'chenai', 'tower 4711', '98000', '00000f', 'lighthouse']

const CHUNK = 250 // as the palette

export interface PaletteTimes {
  indexMs: number
  longestTaskMs: number
  /** Of each query, in the order of `QUERIES`. */
  searchMs: number[]
}

/** Measures the index of the command palette, and its searches. */
export async function measurePalette(listingCount: number): Promise<PaletteTimes> {
  const records = makeListings(listingCount).map((row) => ({ kind: 'property' as const, row }))
  const index = createSearchIndex(recordTexts)
  const startedAt = performance.now()
  let longestTaskMs = 0
  for await (const chunk of rowsInTasks(records, CHUNK)) {
    const taskAt = performance.now()
    index.add(chunk)
    longestTaskMs = Math.max(longestTaskMs, performance.now() - taskAt)
  }
  const indexMs = performance.now() - startedAt
  const searchMs = QUERIES.map((query) => {
    const at = performance.now()
    index.findAll(query, 200)
    return performance.now() - at
  })
  return { indexMs, longestTaskMs, searchMs }
}
