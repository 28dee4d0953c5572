import type { QueryClient } from '@tanstack/react-query'
import type { Listing } from '#src/domain/listing/listing.ts'
import type { RoadCopy, RoadTrouble } from './road-copies.ts'
import {
  findRoadCopy,
  type RoadSavingParts,
  saveRoadContent,
  saveRoadVideo,
} from './road-saving.ts'

// Keeps the copies of the reserved listings: looks up what is saved, saves the rest while it may, and reports the progress as
// a query that is never fetched or stored.

export interface RoadProgress {
  copies: ReadonlyMap<string, RoadCopy>
  isSaving: boolean
  trouble: RoadTrouble | null
}

const NOTHING: RoadProgress = { copies: new Map(), isSaving: false, trouble: null }

export function roadProgressKey(batchId: string) {
  return ['road', batchId] as const
}

export interface RoadRun {
  batchId: string
  listings: readonly Listing[]
  /** Why nothing may be downloaded now; null if it may. */
  hold: RoadTrouble | null
  hasVideos: boolean
  signal: AbortSignal
}

/** Resolves when everything is saved, or the rest cannot be saved now. */
export async function keepCopies(parts: RoadSavingParts, run: RoadRun): Promise<void> {
  const { listings, hold, signal } = run
  for (const listing of listings) await look(parts, run.batchId, listing)
  if (signal.aborted) return
  report(parts.client, run.batchId, { isSaving: hold === null, trouble: hold })
  if (hold !== null) return
  const trouble = (await saveContents(parts, run)) ?? (await saveVideos(parts, run))
  if (!signal.aborted) report(parts.client, run.batchId, { isSaving: false, trouble })
}

/** Looks up what the device has of a listing, and reports it. */
export async function look(
  parts: RoadSavingParts,
  batchId: string,
  listing: Listing,
): Promise<void> {
  const copy = await findRoadCopy(parts, listing)
  const before = parts.client.getQueryData<RoadProgress>(roadProgressKey(batchId)) ?? NOTHING
  report(parts.client, batchId, { copies: new Map(before.copies).set(listing.id, copy) })
}

/** The first failure ends it, because the next listing would fail too. What is saved stays. */
async function saveContents(parts: RoadSavingParts, run: RoadRun): Promise<RoadTrouble | null> {
  for (const listing of run.listings) {
    if (run.signal.aborted) return null
    const trouble = await saveRoadContent(parts, listing)
    await look(parts, run.batchId, listing)
    if (trouble) return trouble
  }
  return null
}

/** A video that does not fit may be followed by one that does. */
async function saveVideos(parts: RoadSavingParts, run: RoadRun): Promise<RoadTrouble | null> {
  let trouble: RoadTrouble | null = null
  for (const listing of run.hasVideos ? run.listings : []) {
    if (run.signal.aborted) return null
    if ((await findRoadCopy(parts, listing)).video !== 'missing') continue
    const found = await saveRoadVideo(parts, listing)
    await look(parts, run.batchId, listing)
    trouble = found ?? trouble
    if (found === 'network') break
  }
  return trouble
}

function report(client: QueryClient, batchId: string, change: Partial<RoadProgress>): void {
  client.setQueryData<RoadProgress>(roadProgressKey(batchId), (before = NOTHING) => ({
    ...before,
    ...change,
  }))
}
