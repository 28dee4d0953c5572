import type { PersistedQuery } from '@tanstack/query-persist-client-core'
import type { SplitEntry } from './cache-entry-store.ts'

/** Every persisted query holds a SavedRead. */
interface HeldValue {
  value: unknown
}

/** The rows of a query's value apart from the rest, so that a cache entry can store them in chunks. */
export function splitRows(query: PersistedQuery): SplitEntry {
  const data = query.state.data as HeldValue | undefined // every persisted query is a SavedRead
  // Drops the error of a failed refetch, which may not be cloneable and is already reported.
  const state = { ...query.state, error: null, fetchFailureReason: null }
  if (!data || !Array.isArray(data.value)) return { header: { ...query, state }, rows: null }
  return {
    header: { ...query, state: { ...state, data: { ...data, value: [] } } },
    rows: data.value,
  }
}

export function joinRows({ header, rows }: SplitEntry): PersistedQuery {
  const query = header as PersistedQuery // written by splitRows
  if (!rows) return query
  const data = query.state.data as HeldValue
  return { ...query, state: { ...query.state, data: { ...data, value: rows } } }
}
