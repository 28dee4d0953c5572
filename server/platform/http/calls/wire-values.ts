import * as v from 'valibot'

// Schemas of values exactly as this server sends them, for the OpenAPI document. The schemas in
// src/domain are more tolerant.

export const WireId = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{24}$/),
  v.description('24 hexadecimal characters.'),
)
export const WireTime = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.regex(/Z$/),
  v.description('ISO 8601 in UTC.'),
)
export const WireRupees = v.pipe(v.number(), v.description('Rupees.'))
export const WireCount = v.pipe(v.number(), v.integer(), v.minValue(0))
export const WireVersion = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(1),
  v.description('Grows by one with each change.'),
)
export const WireCursor = v.pipe(
  v.string(),
  v.nonEmpty(),
  v.description('A word to be given back as it is.'),
)
/** URL of a picture or video: an absolute one, or a path on this server. */
export const WireAddress = v.pipe(v.string(), v.nonEmpty())

export const YesSchema = v.strictObject({ success: v.literal(true) })

/** The envelope of the panel's responses. */
export function envelopeWith<Data extends v.GenericSchema>(data: Data) {
  return v.strictObject({ success: v.literal(true), data })
}

/** A named schema, which the OpenAPI document defines once and refers to. */
export function recordWith<Entries extends v.ObjectEntries>(ref: string, entries: Entries) {
  return v.pipe(v.strictObject(entries), v.metadata({ ref }))
}
