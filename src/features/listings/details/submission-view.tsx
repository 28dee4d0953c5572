import type { Submission } from '#src/api/posting/submission-api.ts'
import { onApiHost } from '#src/config/settings.ts'
import { Badge } from '#src/ui/layout/badge.tsx'
import { Details } from '#src/ui/record/details.tsx'
import { CheckList } from './check-list.tsx'

export { findSubmission } from '#src/api/posting/submission-api.ts'

const PHOTO_PX = 102 // two photos fit side by side on a small phone, three on a large phone

/** The checks, and all photos at once, because a reviewer judges all of them. With `full`, the other facts too. */
export function SubmissionView({
  checks,
  photos,
  facts,
  full = false,
}: Submission & { full?: boolean | undefined }) {
  const shownFacts = full ? facts : []
  return (
    <>
      {checks.length > 0 && <CheckList checks={checks} headingLevel={full ? 'h3' : 'h4'} />}
      {photos.length + shownFacts.length > 0 && (
        <section className="stack" aria-label="From the owner">
          {full && <h3 className="section-title">From the owner</h3>}
          {photos.length > 0 && (
            <ul className="row" aria-label="Photos">
              {photos.map(({ id, url, smallUrl, isNew }, index) => (
                <li key={id}>
                  <a href={onApiHost(url) ?? ''} target="_blank" rel="noopener">
                    <img
                      height={PHOTO_PX}
                      src={onApiHost(smallUrl) ?? ''}
                      alt={`${isNew ? 'New photo' : 'Photo'} ${index + 1} of ${photos.length}`}
                    />
                  </a>
                  {isNew && <Badge tone="caution">New</Badge>}
                </li>
              ))}
            </ul>
          )}
          {shownFacts.length > 0 && <Details facts={shownFacts} />}
        </section>
      )}
    </>
  )
}
