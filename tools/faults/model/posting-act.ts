/** What a seller did with a listing of theirs on one device. */
export interface PostingAct {
  /** Its number among all acts of the run. */
  n: number
  device: string
  /** The name of the tab. */
  tab: string
  actorId: string
  listingId: string
  deed: 'write' | 'photo' | 'submit' | 'discard'
  /** The title that was written, or the id of the photo; null for the other deeds. */
  value: string | null
  /** asked: no reaction of the screen, for example because the tab died. kept: the screen showed it as saved. */
  state: 'asked' | 'kept' | 'refused'
  /** How many acts the run had when the screen reacted; null before the reaction. */
  actsAtReaction: number | null
}

/** A listing's content, as a version on the server has it. */
export interface PostingContent {
  listingId: string
  title: string
  photos: readonly string[]
}

/** A listing or a photo that is still on a device at the end. */
export interface LeftPosting {
  device: string
  listingId: string
  /** The photo's id; null for the listing itself. */
  photo: string | null
  /** What the screen says of it; null if it says that it waits. */
  problem: string | null
}

export interface PostingRecord {
  acts: readonly PostingAct[]
  /** Everything that was submitted, in the order of the server. */
  submissions: readonly PostingContent[]
  /** The drafts on the server at the end. */
  drafts: readonly PostingContent[]
  left: readonly LeftPosting[]
}
