/** An unfinished upload. Its bytes are in UPLOAD_DIR, in a file named after the id. */
export interface UploadRow {
  /** 32 hexadecimal characters, all random. */
  id: string
  owner_id: string
  /** Size of the whole file. */
  bytes: number
  created_at: string
  /** The id of the request that writes the file, or of the process that examines it. */
  lease_holder: string | null
  leased_until: string | null
  /** 0 or 1: another request waits for the lease, so its holder must stop. */
  is_wanted: number
  /** The reason for refusing the file, shown to its owner. Its bytes are deleted. */
  refusal: string | null
}

/** A photo or video of a listing. Its files are in the media store, under the id. */
export interface MediaRow {
  /** The id of the upload. */
  id: string
  owner_id: string
  /** The listing that it was uploaded for. */
  posting_id: string
  kind: 'photo' | 'video'
  created_at: string
  /** The time since which no version of the listing contains the file; null while a version contains it. */
  unused_since: string | null
  /** Displayed size, after the rotation in the file's metadata. */
  width: number
  height: number
  /** Null for photos. */
  duration_ms: number | null
  /** Size of the uploaded file. */
  bytes: number
  /** SHA-256 of the uploaded file, hexadecimal. */
  checksum: string
  /** 64 bits in hexadecimal that differ little between similar photos. */
  perceptual_hash: string | null
  /** Hashes of the whole and of parts of the photo, 16 digits each, joined; null for photos of before they were computed. */
  crop_hashes: string | null
  /** A preview of a photo in about 25 bytes, in base64. */
  thumbhash: string | null
}

/** One of four parts of a photo's perceptual hash. Similar photos share a part (server/platform/database/duplicate-keys.ts). */
export interface PhotoBandRow {
  band: number
  media_id: string
}
