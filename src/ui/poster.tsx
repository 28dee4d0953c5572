import { useState } from 'react'

/** The still picture of a video, when it is near the screen; nothing where there is none or it cannot be had. */
export function Poster({ src }: { src: string | null }) {
  const [isMissing, setMissing] = useState(false)
  if (!src || isMissing) return null
  return <img src={src} alt="" loading="lazy" decoding="async" onError={() => setMissing(true)} />
}
