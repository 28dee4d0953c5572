/** A file on its way to the server. Its bytes are in UPLOAD_DIR, in a file named after the id. */
export interface UploadRow {
  /** 32 hexadecimal characters, all random. */
  id: string
  owner_id: string
  /** All of them, received or not. */
  bytes: number
  created_at: string
  /** The request that writes, or the process that examines the file. */
  lease_holder: string | null
  leased_until: string | null
  /** 0 or 1: another request waits for the lease, so its holder stops. */
  is_wanted: number
  /** Why the file was refused, for its owner; its bytes are deleted. */
  refusal: string | null
}

/** A photo or video of a listing. Its files are in the media store, under the id. */
export interface MediaRow {
  /** That of the upload. */
  id: string
  owner_id: string
  /** The listing that it was uploaded for. */
  posting_id: string
  kind: 'photo' | 'video'
  created_at: string
  /** Since when no version of the listing contains it; null while one does. */
  unused_since: string | null
  /** As shown: after the rotation that the file asks for. */
  width: number
  height: number
  /** Of videos only. */
  duration_ms: number | null
  /** Of the uploaded file. */
  bytes: number
  /** SHA-256 of the uploaded file, hexadecimal. */
  checksum: string
  /** 64 bits in hexadecimal that differ little between similar photos. */
  perceptual_hash: string | null
  /** A preview of a photo in about 25 bytes, in base64. */
  thumbhash: string | null
}

/** A photo or video whose row was deleted, and whose files are still to be deleted. */
export interface MediaRemovalRow {
  id: string
  queued_at: string
}

/** A quarter of a photo's perceptual hash (server/database/duplicate-keys.ts). */
export interface PhotoBandRow {
  band: number
  media_id: string
}
