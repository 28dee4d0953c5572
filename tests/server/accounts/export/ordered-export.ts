import { orderExport } from '#server/accounts/export/export-job-service.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'

/** Orders an export of the listings by name, as a CSV with all details, and returns its id. `email` is by default the operator's. */
export async function orderListings(
  { write, findAccountId, clock }: TestServer,
  total: number,
  { email, ...change }: { email?: string; query?: string; sees_details?: number } = {},
): Promise<string> {
  const userId = await findAccountId(email)
  const order = {
    user_id: userId,
    device_label: 'Firefox',
    list: 'properties',
    format: 'csv',
    query: 'sort=name',
    sees_details: 1,
    total,
    ...change,
  } as const
  const { id } = await write((trx) => orderExport(trx, order, clock.now()))
  return id
}
