import { PlayIcon } from 'lucide-react'
import { type Ref, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { Poster } from './poster.tsx'
import { VideoScreen, type VideoSource } from './video-screen.tsx'

/** A listing's video in a 16:9 box. Only the poster is loaded before a tap. */
export function ListingVideo({
  src,
  poster,
  label,
  findSource,
  onEnlarge,
  ref,
}: ListingVideoProps) {
  const boxRef = useRef<HTMLDivElement>(null)
  const [source, setSource] = useState<VideoSource | null>(null)
  const isLeftRef = useRef(false)
  useLayoutEffect(() => {
    isLeftRef.current = false
    return () => {
      isLeftRef.current = true
    }
  }, [])

  function play() {
    if (!src) return
    if (!findSource) return setSource({ src, failure: FAILURE })
    // Do not play a source that was found after the user had left this section.
    void findSource(src).then((found) => !isLeftRef.current && setSource(found))
  }

  useImperativeHandle(ref, () => ({
    togglePlaying() {
      const video = boxRef.current?.querySelector('video')
      if (!video) return source ? undefined : play()
      // The element's error event reports an unplayable video.
      if (video.paused) void video.play().catch(() => undefined)
      else video.pause()
    },
  }))

  if (!src) {
    if (!poster) return <p className="video-none">No video</p>
    const photo = <Poster src={poster} findSource={findSource} />
    return (
      <div className="video">
        {onEnlarge ? (
          <button type="button" className="video-poster" onClick={onEnlarge}>
            {photo}
            <span className="visually-hidden">{`View the photos large: ${label}`}</span>
          </button>
        ) : (
          photo
        )}
      </div>
    )
  }
  return (
    <div className="video" ref={boxRef}>
      {source ? (
        <VideoScreen {...source} poster={poster} label={label} onRetry={play} />
      ) : (
        <button type="button" className="video-poster" onClick={play}>
          <Poster src={poster} findSource={findSource} />
          <span className="video-play">
            <PlayIcon size={20} />
          </span>
          <span className="visually-hidden">{`Play video: ${label}`}</span>
        </button>
      )}
    </div>
  )
}

const FAILURE = 'This video cannot be played now. Check the connection and try again.'

export interface VideoHandle {
  /** Also starts a video that was not requested yet. */
  togglePlaying(): void
}

export interface ListingVideoProps {
  ref?: Ref<VideoHandle>
  src: string | null
  poster: string | null
  /** The content of the video, for its accessible name. */
  label: string
  /** Finds the URL to load for a video, at each tap, or for a poster that failed to load. By default, the URL itself. */
  findSource?: (src: string) => Promise<VideoSource>
  /** Shows the photos large. A press on the first photo calls it, for a listing without a video. */
  onEnlarge?: () => void
}
