import { PlayIcon } from 'lucide-react'
import type { Listing } from '#src/domain/listing/listing.ts'
import { displayName } from '#src/domain/text.ts'
import { Poster } from '#src/ui/media/poster.tsx'

/** The video's poster, or the first photo. The video itself plays in the details, where it has enough room. */
export function VideoCell({ listing, onOpen }: VideoCellProps) {
  const { id, name, videoUrl, posterUrl } = listing
  if (!videoUrl && !posterUrl) return <span className="listing-thumb">No video</span>
  return (
    <button
      type="button"
      className="listing-thumb"
      tabIndex={-1} // opens the same details as the row, whose button comes just before
      aria-label={`${videoUrl ? 'Video' : 'Photo'} of ${displayName(name)}`}
      onClick={() => onOpen(id)}
    >
      <Poster src={posterUrl} />
      {videoUrl && <PlayIcon size={26} />}
    </button>
  )
}

interface VideoCellProps {
  listing: Listing
  onOpen: (listingId: string) => void
}
