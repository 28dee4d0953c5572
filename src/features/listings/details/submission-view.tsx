import { type ComponentProps, type Ref, Suspense, useContext } from 'react'
import type { Submission } from '#src/api/posting/submission-api.ts'
import { formatDate } from '#src/domain/dates.ts'
import { useSavedRead } from '#src/query-cache/use-saved-read.ts'
import { Notice } from '#src/ui/layout/notice.tsx'
import { PartBoundaryContext } from '#src/ui/layout/part-boundary.ts'
import { lazyScreen } from '#src/ui/lazy-screen.tsx'
import { Details } from '#src/ui/record/details.tsx'
import { CheckList } from './check-list.tsx'
import { PhotoStrip, type PhotoStripHandle } from './photo-strip.tsx'
import { photosOf } from './submission-reads.ts'

const propertyGroup = lazyScreen(
  async () => (await import('#src/features/listings/group/property-group.tsx')).PropertyGroupCard,
)

/**
 * What the owner submitted. 'changes': what was changed since the last review, and why it was rejected then; nothing for a
 * first submission. 'photos': the present ones. 'content': description, checks, owner and other facts. 'all': everything.
 */
export function SubmissionView({
  part,
  listingId,
  onReject,
  photosRef,
  ...submission
}: SubmissionViewProps) {
  const { checks, photos, facts, description, owner, group } = submission
  const PartBoundary = useContext(PartBoundaryContext)
  const of = photosOf(listingId, submission)
  const isFull = part === 'all'
  const Heading = isFull ? 'h3' : 'h4'
  const hasPhotos = photos.length > 0
  if (part === 'photos')
    return (
      hasPhotos && <SavedPhotoStrip of={of} photos={photos} label="Photos" hasKey ref={photosRef} />
    )
  if (part === 'changes') return <ChangesSinceReview {...submission} of={of} />
  return (
    <>
      {isFull && <ChangesSinceReview {...submission} of={of} />}
      <section className="stack" aria-label="From the owner">
        {isFull && <h3 className="section-title">From the owner</h3>}
        {isFull && hasPhotos && <SavedPhotoStrip of={of} photos={photos} label="Photos" />}
        {description !== null && <p className="review-description">{description}</p>}
      </section>
      {group && hasCard(group) && (
        <PartBoundary>
          <Suspense fallback={null}>
            <propertyGroup.Screen group={group} headingLevel={Heading} onReject={onReject} />
          </Suspense>
        </PartBoundary>
      )}
      {checks.length > 0 && <CheckList checks={checks} headingLevel={Heading} />}
      {owner.length + facts.length > 0 && <Details facts={[...owner, ...facts]} />}
    </>
  )
}

function hasCard({ others, deleted = [], apart }: NonNullable<Submission['group']>): boolean {
  return others.length + deleted.length + apart.length > 0
}

export type SubmissionPart = 'changes' | 'photos' | 'content' | 'all'

interface SubmissionViewProps extends Submission {
  listingId: string
  part: SubmissionPart
  onReject?: (() => unknown) | undefined
  /** For the part 'photos'. */
  photosRef?: Ref<PhotoStripHandle> | undefined
}

type PhotoSource = ReturnType<typeof photosOf>

function ChangesSinceReview({
  changes,
  removedPhotos,
  photos,
  earlierReason,
  of,
}: Submission & { of: PhotoSource }) {
  const added = photos.filter(({ isNew }) => isNew)
  if (changes.length === 0 && earlierReason === null) return null
  return (
    <section className="stack" aria-label="Since the last review">
      <h4 className="section-title">Since the last review</h4>
      {earlierReason && (
        <Notice tone="neutral">
          {`Rejected on ${formatDate(earlierReason.at)}: ${earlierReason.label}. ${earlierReason.note}`.trim()}
        </Notice>
      )}
      {changes.length > 0 ? (
        <Details facts={changes} />
      ) : (
        <p className="muted">Submitted again without a change.</p>
      )}
      <div className="photo-changes">
        {removedPhotos.length > 0 && (
          <div>
            <p className="muted">Before: removed photos</p>
            <SavedPhotoStrip of={of} photos={removedPhotos} label="Removed photos" />
          </div>
        )}
        {added.length > 0 && (
          <div>
            <p className="muted">After: new photos</p>
            <SavedPhotoStrip of={of} photos={added} label="New photos" />
          </div>
        )}
      </div>
    </section>
  )
}

/** Reading the copies also saves them. Its own component, because a submission may have no photos. */
function SavedPhotoStrip({
  of,
  ...strip
}: { of: PhotoSource } & Omit<ComponentProps<typeof PhotoStrip>, 'copies'>) {
  const { value } = useSavedRead(of)
  return <PhotoStrip {...strip} copies={value} />
}
