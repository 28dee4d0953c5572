import * as v from 'valibot'
import { recordWith, WireCount } from '#server/platform/http/calls/wire-values.ts'
import { IMPORT_RESULTS, type ImportItem } from '#src/domain/import/import-item.ts'

export const ItemResultSchema = recordWith('ImportResult', {
  reference: v.pipe(
    v.nullable(v.string()),
    v.description('Null if the item has none that can be read.'),
  ),
  result: v.picklist(IMPORT_RESULTS),
  errors: v.array(
    v.strictObject({
      field: v.pipe(v.string(), v.description('`listing` for the listing as a whole.')),
      error: v.string(),
    }),
  ),
  media: v.optional(
    v.pipe(
      v.strictObject({
        waiting: WireCount,
        failed: v.array(v.strictObject({ address: v.string(), error: v.string() })),
      }),
      v.description(
        'Absent unless photos or videos of the listing are awaited, or could not be fetched.',
      ),
    ),
  ),
})

/** Examples in the OpenAPI document. */
export const ITEM_EXAMPLE: Partial<ImportItem> & { reference: string } = {
  reference: 'PUNE-0042',
  deal: 'rent',
  kind: 'apartment',
  city: 'Pune',
  locality: 'Baner',
  pincode: '411045',
  title: 'Sunlit 2 BHK in Baner',
  description: 'Second floor, two balconies, covered parking. The bus stops at the gate.',
  area: 980,
  bhk: 2,
  rent: 32_000,
  availableFrom: '2026-07-04',
  photos: ['https://sharma-estates.example/photos/42-front.jpg'],
}
export const RESULTS_EXAMPLE: v.InferInput<typeof ItemResultSchema>[] = [
  { reference: 'PUNE-0042', result: 'created', errors: [], media: { waiting: 1, failed: [] } },
  {
    reference: 'PUNE-0043',
    result: 'refused',
    errors: [{ field: 'rent', error: 'Enter the rent.' }],
  },
]
