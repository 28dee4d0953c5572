import * as v from 'valibot'
import { call } from '#src/api/http-client.ts'
import type { WantedDuplicates } from '#src/domain/listing/duplicate-schemas.ts'

/** PUT /admin/duplicates. 404 if one of the listings is gone. */
export async function setDuplicates(wanted: WantedDuplicates): Promise<void> {
  await call('/admin/duplicates', v.looseObject({ success: v.literal(true) }), {
    method: 'PUT',
    body: wanted,
  })
}
