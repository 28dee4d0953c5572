import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { readVisitPhoto } from '#src/api/visit-photos-api.ts'
import { formatDateTime } from '#src/domain/dates.ts'
import type { VisitPhoto } from '#src/domain/history.ts'
import { PhotoCopy } from '#src/features/listings/photos/kept-photo.tsx'
import { LargePhoto } from '#src/features/listings/photos/large-photo.tsx'

/** The photos of a visit, small and in a row. A press opens one large. Read with the rights of the person, and never stored. */
export function TakenPhotos({ photos }: { photos: readonly VisitPhoto[] }) {
  const [shown, setShown] = useState<number | null>(null)
  const large = shown === null ? undefined : photos[shown]
  // Without a network, none of the others can be read either.
  const { error } = useQuery(photoQuery(photos[0]?.id ?? '', 'small'))
  if (error instanceof ApiError && error.status === null)
    return <p className="muted">{describeAway(photos.length)}</p>
  return (
    <>
      <ul className="photo-strip" aria-label="Photos of the visit">
        {photos.map((photo, index) => (
          <li key={photo.id}>
            <button type="button" onClick={() => setShown(index)}>
              <TakenPhoto id={photo.id} size="small" alt={altOf(photo)} />
            </button>
          </li>
        ))}
      </ul>
      {shown !== null && large && (
        <LargePhoto
          alt={altOf(large)}
          index={shown}
          count={photos.length}
          onMove={setShown}
          onClose={() => setShown(null)}
        >
          <TakenPhoto key={large.id} id={large.id} size="large" alt={altOf(large)} />
          <p className="muted">{altOf(large)}</p>
        </LargePhoto>
      )}
    </>
  )
}

function TakenPhoto({ id, size, alt }: { id: string; size: 'small' | 'large'; alt: string }) {
  const { data, isError } = useQuery(photoQuery(id, size))
  if (data) return <PhotoCopy bytes={data} alt={alt} />
  return <span className="muted">{isError ? `${alt}: not available now.` : `${alt}...`}</span>
}

function photoQuery(id: string, size: 'small' | 'large') {
  return queryOptions({
    queryKey: ['visit-photo', id, size],
    queryFn: ({ signal }) => readVisitPhoto(id, size, signal),
    staleTime: Number.POSITIVE_INFINITY, // a photo never changes
    gcTime: 0,
  })
}

function describeAway(count: number): string {
  return count === 1 ? '1 photo: it needs a network.' : `${count} photos: they need a network.`
}

function altOf({ takenAt }: VisitPhoto): string {
  return `Photo taken on ${formatDateTime(takenAt)}`
}
