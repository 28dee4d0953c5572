import { isLoopback } from './loopback-host.ts'
import { type Environment, readOrigin } from './settings-readers.ts'
import { SetupError } from './setup-error.ts'

/** An S3-compatible store for the photos and videos of owners. */
export interface MediaS3Settings {
  /** An origin. The bucket is the first part of the path in each object's URL. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  /** Never print it. */
  secretAccessKey: string
}

const NAMES = [
  'MEDIA_S3_ENDPOINT',
  'MEDIA_S3_BUCKET',
  'MEDIA_S3_REGION',
  'MEDIA_S3_ACCESS_KEY_ID',
  'MEDIA_S3_SECRET_ACCESS_KEY',
] as const

/** Checks the usual rules for bucket names. The store itself checks the rare ones. */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/

/** Null if no variable is set. @throws SetupError if only some are set, or one is invalid */
export function readMediaS3(env: Environment): MediaS3Settings | null {
  const [endpoint = '', bucket = '', region = '', accessKeyId = '', secretAccessKey = ''] =
    NAMES.map((name) => env[name])
  const missing = NAMES.filter((name) => !env[name])
  if (missing.length === NAMES.length) return null
  if (missing.length > 0)
    throw new SetupError(`With the other MEDIA_S3 settings, ${missing.join(', ')} must be set too.`)
  if (!BUCKET.test(bucket))
    throw new SetupError(
      `MEDIA_S3_BUCKET must be the name of a bucket, such as media.example, not "${bucket}".`,
    )
  return { endpoint: readEndpoint(endpoint), bucket, region, accessKeyId, secretAccessKey }
}

function readEndpoint(text: string): string {
  const origin = readOrigin('MEDIA_S3_ENDPOINT', text)
  if (origin.startsWith('https:') || isLoopback(new URL(origin).hostname)) return origin
  throw new SetupError(
    `MEDIA_S3_ENDPOINT must begin with https, unless it is on this machine, not "${text}".`,
  )
}
