import * as v from 'valibot'
import { BusinessSchema } from '#src/domain/api-key.ts'
import { IMPORT_FIELDS } from './import-file.ts'

// Bodies of the calls about import files. Only the server validates them.

export const MAX_COLUMNS = 200 // ten times the fields of a listing

const NO_FIELD = 'There is no such field.'

// The number of entries is checked before the entries, as in `boundedList`.
const MappingSchema = v.pipe(
  v.record(v.string(), v.unknown()),
  v.maxEntries(IMPORT_FIELDS.length, NO_FIELD),
  v.record(
    v.picklist(IMPORT_FIELDS, NO_FIELD),
    v.pipe(
      v.number('Choose one of the columns of the file.'),
      v.integer('Choose one of the columns of the file.'),
      v.minValue(0, 'Choose one of the columns of the file.'),
      v.maxValue(MAX_COLUMNS - 1, 'Choose one of the columns of the file.'),
    ),
  ),
)

const NamesRowSchema = v.optional(
  v.pipe(v.number('Choose a row of the file.'), v.integer('Choose a row of the file.')),
)

/** The body of POST /admin/imports/{id}/check. Without `namesRow`, the row that the server found counts. */
export const CheckRequestSchema = v.object({ mapping: MappingSchema, namesRow: NamesRowSchema })

/** The body of POST /admin/imports/{id}/start. */
export const StartRequestSchema = v.object({
  mapping: MappingSchema,
  namesRow: NamesRowSchema,
  business: BusinessSchema,
})
