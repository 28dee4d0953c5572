import { useState } from 'react'

const DEFAULT_PICTURE = '/icons/person.svg'
const TINTS = 6 // the number of chart colours, which are used as tints

/** A member's picture. If it is missing or broken, a picture bundled with the app replaces it. */
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
  /** Only selects the tint of the default picture; the name itself is shown beside it. */
  name: string
  /** Width and height, in CSS pixels. */
  size?: number
}

function tintOf(name: string): number {
  let sum = 0
  for (const letter of name) sum += letter.codePointAt(0) ?? 0
  return (sum % TINTS) + 1
}
