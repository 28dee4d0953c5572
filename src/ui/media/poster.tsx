import { useState } from 'react'
import { useSavesData } from './data-saver.ts'

/**
 * The still picture of a video, loaded when it is near the screen. Renders nothing without a picture, after a failure,
 * or if this device saves data.
 */
export function Poster({ src, findSource }: PosterProps) {
  const [instead, setInstead] = useState<string | null>()
  const isSaving = useSavesData()
  const shown = instead === undefined ? src : instead
  if (!src || !shown || isSaving) return null

  function handleError(failed: string) {
    setInstead(null)
    if (instead !== undefined) return
    void findSource?.(failed).then((found) => found.src !== failed && setInstead(found.src))
  }

  return (
    <img src={shown} alt="" loading="lazy" decoding="async" onError={() => handleError(shown)} />
  )
}

interface PosterProps {
  src: string | null
  /** Finds another source after a load failure. */
  findSource?: ((src: string) => Promise<{ src: string }>) | undefined
}
