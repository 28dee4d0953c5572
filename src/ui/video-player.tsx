import { useLayoutEffect, useRef, useState } from 'react'
import { Icon } from './icon.tsx'
import { Poster } from './poster.tsx'
import { VideoScreen, type VideoSource } from './video-screen.tsx'

/** A listing's video in a 16:9 box. Nothing of it but the poster is loaded before a tap. */
export function ListingVideo({ src, poster, label, findSource }: ListingVideoProps) {
  const [source, setSource] = useState<VideoSource | null>(null)
  const isLeftRef = useRef(false)
  useLayoutEffect(() => {
    isLeftRef.current = false
    return () => {
      isLeftRef.current = true
    }
  }, [])

  if (!src) {
    return (
      <div className="video">
        <p className="video-none">No video</p>
      </div>
    )
  }
  const play = () => {
    if (!findSource) return setSource({ src, failure: FAILURE })
    // What is found after its section was left is not played to nobody.
    void findSource(src).then((found) => !isLeftRef.current && setSource(found))
  }
  return (
    <div className="video">
      {source ? (
        <VideoScreen {...source} poster={poster} label={label} onRetry={play} />
      ) : (
        <button type="button" className="video-poster" onClick={play}>
          <Poster src={poster} />
          <span className="video-play">
            <Icon name="play" size={22} />
          </span>
          <span className="visually-hidden">Play video: {label}</span>
        </button>
      )}
    </div>
  )
}

const FAILURE = 'This video cannot be played now. Check the connection and try again.'

export interface ListingVideoProps {
  src: string | null
  poster: string | null
  /** What the video shows, for its accessible name. */
  label: string
  /** Where it is played from, asked with each tap; from its own address if absent. */
  findSource?: (src: string) => Promise<VideoSource>
}
