import { onApiHost } from '#src/config/settings.ts'
import type { Listing } from '#src/domain/listing/listing.ts'

// Answers name media by paths of the API, whose host may be another one than the app's.

export function withMedia(listing: Listing): Listing {
  return {
    ...listing,
    videoUrl: onApiHost(listing.videoUrl),
    posterUrl: onApiHost(listing.posterUrl),
  }
}

export function withPicture<Person extends { pictureUrl: string | null }>(person: Person): Person {
  return { ...person, pictureUrl: onApiHost(person.pictureUrl) }
}
