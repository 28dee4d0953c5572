import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '#src/ui/form/button.tsx'

const SPEEDS = [1, 1.5, 2] as const

/** The player after the tap: muted, in place, with a speed control beside the browser's own controls. */
export function VideoScreen({ src, failure, poster, label, onRetry }: VideoScreenProps) {
  const videoRef = useRef<HTMLVideoElement>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const [speed, setSpeed] = useState<number>(SPEEDS[0])

  useEffect(() => {
    if (videoRef.current) videoRef.current.playbackRate = speed
  }, [speed])

  // A section that is left stays mounted: pause its video, which also stops an autoplay that has not started. The
  // cleanup reads the ref, because a retry after a failure renders another element.
  useLayoutEffect(() => () => videoRef.current?.pause(), [])

  if (hasFailed) {
    return (
      <div className="video-failed" role="alert">
        <p>{failure}</p>
        <Button
          size="small"
          onClick={() => {
            setHasFailed(false)
            onRetry()
          }}
        >
          Try again
        </Button>
      </div>
    )
  }
  return (
    <>
      {/* Property tours have no spoken text, so there are no captions. */}
      <video
        ref={videoRef}
        src={src}
        poster={poster ?? undefined}
        aria-label={label}
        autoPlay
        muted
        playsInline
        controls
        onError={() => setHasFailed(true)}
      />
      <button
        type="button"
        className="video-speed"
        aria-label={`Playback speed ${speed}x`}
        onClick={() => setSpeed(nextSpeed(speed))}
      >
        {`${speed}x`}
      </button>
    </>
  )
}

export interface VideoSource {
  src: string
  /** The message to show if the video cannot be played. */
  failure: string
}

interface VideoScreenProps extends VideoSource {
  poster: string | null
  label: string
  onRetry: () => void
}

function nextSpeed(speed: number): number {
  return SPEEDS.find((candidate) => candidate > speed) ?? SPEEDS[0]
}
