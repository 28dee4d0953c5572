import type { Finding } from './intent-model.ts'

// Judges whether the listings on the server follow from what a seller has submitted on the screen. Imports nothing of the app.

/** A press of "Submit" in the wizard, for a listing with a title of its own. */
export interface Submission {
  title: string
  photos: number
  /** Whether the screen showed the listing as saved. One that it did not show may be on the server or not. */
  isSaved: boolean
}

/** A listing on the server, which may still be a draft. */
export interface PostedListing {
  title: string | null
  /** How many photos were submitted with it; null for a draft. */
  submittedPhotos: number | null
}

/**
 * Each saved submission is on the server once and with all its photos, or still on the device, which shows it; none is there
 * twice. `onDevice` has the titles on the device.
 */
export function judgePostings(
  submissions: readonly Submission[],
  posted: readonly PostedListing[],
  onDevice: ReadonlySet<string> = new Set(),
): Finding[] {
  return submissions.flatMap(({ title, photos, isSaved }): Finding[] => {
    const own = posted.filter((one) => one.title === title)
    const submitted = own.filter((one) => one.submittedPhotos !== null)
    const words = `${title} with ${photos} photos${isSaved ? ' (saved)' : ''}: on the server ${JSON.stringify(own)}`
    if (own.length > 1) return [{ kind: 'doubled', words, listingId: null }]
    const isWhole = submitted.every((one) => one.submittedPhotos === photos)
    const isMissing = isSaved && submitted.length === 0 && !onDevice.has(title)
    return isMissing || !isWhole ? [{ kind: 'lost', words, listingId: null }] : []
  })
}
