import * as v from 'valibot'

/** The type of the message by which an installing service worker tells the pages of a file that it could not load. */
export const MISSING_FILE = 'missing-file'

/** `file` is a path on this site, such as '/assets/index-1a2b3c4d.js'. */
export const MissingFileSchema = v.object({ type: v.literal(MISSING_FILE), file: v.string() })
export type MissingFile = v.InferOutput<typeof MissingFileSchema>
