import { useState } from 'react'
import type { Listing } from '#src/domain/listing.ts'
import { displayName } from '#src/domain/text.ts'
import { Icon } from '#src/ui/icon.tsx'
import { useListingRow } from './listing-row-context.ts'

/** The video's poster; it plays in the details, where there is room for it. */
export function VideoCell({ listing }: { listing: Listing }) {
  const { open } = useListingRow()
  const [hasNoPoster, setHasNoPoster] = useState(false)
  const { id, name, videoUrl, posterUrl } = listing
  if (!videoUrl) {
    return (
      <span className="video listing-thumb" data-compact="true">
        <span className="video-none">No video</span>
      </span>
    )
  }
  return (
    <span className="video listing-thumb" data-compact="true">
      <button type="button" className="video-poster" onClick={() => open(id)}>
        {posterUrl && !hasNoPoster && (
          <img
            src={posterUrl}
            alt=""
            loading="lazy"
            decoding="async"
            onError={() => setHasNoPoster(true)}
          />
        )}
        <span className="video-play">
          <Icon name="play" size={16} />
        </span>
        <span className="visually-hidden">Video of {displayName(name)}</span>
      </button>
    </span>
  )
}
