import { useState } from 'react'
import { Icon } from './icon.tsx'
import { VideoScreen } from './video-screen.tsx'

/** A listing's video in a 16:9 box. Nothing of it but the poster is loaded before a tap. */
export function ListingVideo({ src, poster, label, compact = false }: ListingVideoProps) {
  const [isWanted, setIsWanted] = useState(false)
  const [hasNoPoster, setHasNoPoster] = useState(false)

  if (!src) {
    return (
      <div className="video" data-compact={compact || undefined}>
        <p className="video-none">No video</p>
      </div>
    )
  }
  return (
    <div className="video" data-compact={compact || undefined}>
      {isWanted ? (
        <VideoScreen src={src} poster={poster} label={label} />
      ) : (
        <button type="button" className="video-poster" onClick={() => setIsWanted(true)}>
          {poster && !hasNoPoster && (
            <img
              src={poster}
              alt=""
              loading="lazy"
              decoding="async"
              onError={() => setHasNoPoster(true)}
            />
          )}
          <span className="video-play">
            <Icon name="play" size={compact ? 16 : 22} />
          </span>
          <span className="visually-hidden">Play video: {label}</span>
        </button>
      )}
    </div>
  )
}

export interface ListingVideoProps {
  src: string | null
  poster: string | null
  /** What the video shows, for its accessible name. */
  label: string
  /** A thumbnail, as in a line of a table. */
  compact?: boolean
}
