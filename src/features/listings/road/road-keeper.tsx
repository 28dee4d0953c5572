import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import type { RoadBatch } from '#src/domain/claim/road-batch.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { useWifiGate } from '#src/files/use-wifi-gate.ts'
import { useReachability } from '#src/outbox/use-outbox.ts'
import { useReadParts } from '#src/query-cache/use-saved-read.ts'
import type { RoadTrouble } from './road-copies.ts'
import { keepCopies, look } from './road-keeping.ts'
import { roadWishes } from './road-wishes.ts'
import { useRoadListings } from './use-road-listings.ts'
import { useSavedVideos } from './use-saved-videos.ts'

/**
 * Saves the reserved listings while the panel is open: after the reservation, after a reload, and when the network is back.
 * Mounted once, while the person has a batch.
 */
export function RoadKeeper({ road }: { road: RoadBatch }) {
  const { left } = useRoadListings(road)
  const client = useQueryClient()
  const reads = useReadParts()
  const videos = useSavedVideos()
  const isOnline = useReachability() === 'online'
  const { isOpen } = useWifiGate()
  const { videosOf, attempt } = useSyncExternalStore(roadWishes.subscribe, roadWishes.get)
  const latest = useRef<readonly Listing[]>(left)
  useLayoutEffect(() => {
    latest.current = left
  })
  const { batchId } = road
  const hasVideos = videosOf === batchId
  const hold: RoadTrouble | null = isOnline ? (isOpen ? null : 'wifi') : 'offline'
  // A decision on this device looks nothing up again: only what the server says about the batch does.
  const ids = [...road.listingIds].sort().join()
  const isKnown = left.length > 0

  useEffect(() => {
    if (!isKnown || videos === undefined || ids === '' || attempt < 0) return
    const stop = new AbortController()
    const parts = { client, reads, videos, storage: navigator.storage }
    const run = { batchId, listings: latest.current, hold, hasVideos, signal: stop.signal }
    keepCopies(parts, run).catch((error: unknown) => {
      // A page that is left closes its storage.
      if (!stop.signal.aborted) console.warn('The reserved listings could not be saved.', error)
    })
    return () => stop.abort()
  }, [client, reads, videos, batchId, ids, isKnown, hold, hasVideos, attempt])

  // A video that is saved or removed elsewhere, also in another tab.
  useEffect(() => {
    if (!videos) return
    const parts = { client, reads, videos, storage: navigator.storage }
    let seen = videos.get().videos
    return videos.subscribe(() => {
      if (videos.get().videos === seen) return
      seen = videos.get().videos
      const looks = latest.current.map((listing) => look(parts, batchId, listing))
      Promise.all(looks).catch((error: unknown) => {
        console.warn('The reserved listings could not be looked up.', error)
      })
    })
  }, [client, reads, videos, batchId])

  useEffect(() => {
    if (isOpen || !videos) return
    for (const { videoUrl } of latest.current) if (videoUrl) videos.cancel(videoUrl)
  }, [isOpen, videos])
  return null
}
