import * as v from 'valibot'
import { rowsOf } from '#src/domain/wire.ts'

// Schemas of whole answers, built from the schema of their data.

/** The schema of an admin answer: an envelope with `success: true`, and `data` in the given schema. */
export function envelopeOf<Output>(data: v.GenericSchema<unknown, Output>) {
  return v.pipe(
    v.looseObject({ success: v.literal(true), data: v.unknown() }),
    v.transform((envelope) => envelope.data),
    data,
  )
}

/**
 * The schema of an answer that the specification defines without an envelope. An envelope around it is accepted too.
 */
export function plainOrEnvelope<Output>(data: v.GenericSchema<unknown, Output>) {
  return v.union([data, envelopeOf(data)])
}

/** The schema of a list. Unreadable rows are skipped and logged. */
export function listOf<Output>(row: v.GenericSchema<unknown, Output>) {
  return rowsOf(row, (problem) => console.error(`A row of the answer is unreadable: ${problem}`))
}
