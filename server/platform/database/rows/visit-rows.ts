/** A visit of somebody on the team to a property (server/listings/visits). */
export interface VisitRow {
  /** Made by the device that recorded it. */
  id: string
  listing_id: string
  /** Null after the visitor was erased. */
  person_id: string | null
  /** By the clock of the device. */
  visited_at: string
  stored_at: string
  /** The answered points of the checklist with their words of that time, as JSON text (src/domain/visit/visit.ts). */
  answers: string
  note: string
  /** Both null unless the visitor has added the place, and after VISIT_PLACE_DAYS. */
  latitude_thousandths: number | null
  longitude_thousandths: number | null
}

/** A photo of a visit. Its files are in the media store, under the id, with names that no public address serves. */
export interface VisitPhotoRow {
  /** The id of the upload. */
  id: string
  listing_id: string
  /** Null after the visitor was erased. */
  person_id: string | null
  /** Null until the visit arrives, which names the photo. */
  visit_id: string | null
  /** By the photo, or by the clock of the device. */
  taken_at: string
  stored_at: string
  /** Size of the uploaded file. */
  bytes: number
  width: number
  height: number
  /** A preview in about 25 bytes, in base64. */
  thumbhash: string | null
}
