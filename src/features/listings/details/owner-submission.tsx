import type { Ref } from 'react'
import type { Listing } from '#src/domain/listing/listing.ts'
import { findReadFreshness } from '#src/query-cache/read-freshness.ts'
import { useSavedRead } from '#src/query-cache/use-saved-read.ts'
import { ReadNote } from '#src/ui/reads/read-note.tsx'
import type { PhotoStripHandle } from './photo-strip.tsx'
import { submissionOf } from './submission-reads.ts'
import { type SubmissionPart, SubmissionView } from './submission-view.tsx'

/**
 * A part of the owner's submission: without a network, the copy that was saved when it was last seen. Shows nothing for a
 * listing without a submission.
 */
export function OwnerSubmission(props: OwnerSubmissionProps) {
  // The key makes a new version of the listing read its submission again.
  return <SubmissionOfVersion key={props.listing.version} {...props} />
}

function SubmissionOfVersion({ listing, part, onReject, photosRef }: OwnerSubmissionProps) {
  const read = useSavedRead(submissionOf(listing))
  const { value, failure } = read
  const saysTrouble = part === 'content' || part === 'all' // the trouble is said once
  // The copy of another version is shown only after the read of this version has failed.
  const isCurrent = value !== undefined && (value.version === listing.version || failure !== null)
  if (isCurrent)
    return (
      value.submission && (
        <>
          {failure && saysTrouble && (
            <ReadNote {...findReadFreshness(read, Date.now())} onRetry={read.refetch} />
          )}
          <SubmissionView
            listingId={listing.id}
            {...value.submission}
            part={part}
            onReject={onReject}
            photosRef={photosRef}
          />
        </>
      )
    )
  if (!failure || !saysTrouble) return null
  // A reviewer must not decide in the belief that there are no photos.
  return <p className="muted">The owner's photos and the checks did not load.</p>
}

interface OwnerSubmissionProps {
  listing: Pick<Listing, 'id' | 'version'>
  part: SubmissionPart
  /** Rejects the listing, for duplicates of the same property. Absent if it cannot be decided. */
  onReject?: (() => unknown) | undefined
  /** For the part 'photos': null while there are none. */
  photosRef?: Ref<PhotoStripHandle> | undefined
}
