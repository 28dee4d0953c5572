import { useState } from 'react'

const DEFAULT_PICTURE = '/icons/person.svg'
const TINTS = 6 // as many as the chart has colours, which it borrows

/** A member's picture. A missing or broken one falls back, once, to a picture bundled with the app. */
export function Avatar({ src, name, size = 36 }: AvatarProps) {
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null)
  const picture = src && src !== brokenSrc ? src : DEFAULT_PICTURE
  return (
    <img
      className="avatar"
      data-tint={picture === DEFAULT_PICTURE ? tintOf(name) : undefined}
      src={picture}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      onError={() => src && setBrokenSrc(src)}
    />
  )
}

export interface AvatarProps {
  src?: string | null
  /** Written beside the picture; here it only picks the tint of the default one. */
  name: string
  /** CSS pixels, both ways. */
  size?: number
}

function tintOf(name: string): number {
  let sum = 0
  for (const letter of name) sum += letter.codePointAt(0) ?? 0
  return (sum % TINTS) + 1
}
