import * as v from 'valibot'
import { MEDIA_KINDS } from './media-limits.ts'

/** A stored photo or video of a listing, as the server describes it. */
export const ListingMediaSchema = v.looseObject({
  id: v.string(),
  kind: v.picklist(MEDIA_KINDS),
  /** The video, or the largest version of the photo. */
  url: v.string(),
  /** Null for a video. */
  smallUrl: v.nullable(v.string()),
})
export type ListingMedia = v.InferOutput<typeof ListingMediaSchema>
