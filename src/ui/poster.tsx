import { useState } from 'react'
import { useSavesData } from './data-saver.ts'

/** The still picture of a video, when it is near the screen; nothing without one, after a failure, or with Save-Data. */
export function Poster({ src }: { src: string | null }) {
  const [isMissing, setMissing] = useState(false)
  const isSaving = useSavesData()
  if (!src || isMissing || isSaving) return null
  return <img src={src} alt="" loading="lazy" decoding="async" onError={() => setMissing(true)} />
}
