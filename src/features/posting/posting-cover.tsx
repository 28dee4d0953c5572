import { ImageIcon } from 'lucide-react'
import { onApiHost } from '#src/config/settings.ts'
import type { PostingSummary } from '#src/domain/posting/own-posting.ts'

type CoverProps = Pick<PostingSummary, 'photo' | 'mediaCount'>

const ICON_PX = 24

/** The first photo of a listing, and how many photos and videos it has. */
export function PostingCover({ photo, mediaCount }: CoverProps) {
  const address = onApiHost(photo)
  return (
    <div className="posting-cover">
      {address ? (
        <img src={address} alt="" width="320" height="240" loading="lazy" />
      ) : (
        <ImageIcon size={ICON_PX} aria-hidden="true" />
      )}
      {mediaCount > 1 && (
        <span className="posting-cover-count">
          <span>{mediaCount}</span> <span className="visually-hidden">photos and videos</span>
        </span>
      )}
    </div>
  )
}
