import { call } from '#tests/server/api-call.ts'
import { FLAT, makeOperatorCalls } from '#tests/server/posting/posting-calls.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server-fixture.ts'

export const BUSINESS = {
  email: 'office@sharma.example',
  fullName: 'Sharma Estates',
  phoneNumber: '+91 98765 43210',
}

export type Item = Record<string, unknown> & { reference: string }

/** A listing as a website sends it to the import. */
export function makeItem(reference: string, change: Record<string, unknown> = {}): Item {
  return { ...FLAT, reference, ...change }
}

/** A server with an owner of the panel, and an API key of a business. */
export async function startImportServer(options: Parameters<typeof startTestServer>[0] = {}) {
  const server = await startTestServer({ seed: 'none', inMemory: true, ...options })
  const owner = await server.signIn()
  const operator = makeOperatorCalls(server, owner)
  const key = await makeKey(server, owner)
  return { server, owner, operator, key, send: makeSender(server, key) }
}

export async function makeKey(
  server: TestServer,
  owner: string,
  business: object = BUSINESS,
): Promise<string> {
  const body = { name: 'Site', business }
  const { json } = await call(server, 'POST', '/api/admin/api-keys', { token: owner, body })
  return String(json['data']?.['key'])
}

/** Sends listings with an API key, and returns the results. */
export function makeSender(server: TestServer, key: string) {
  return async (listings: readonly unknown[]) => {
    const answer = await call(server, 'POST', '/api/import/listings', {
      token: key,
      body: { listings },
    })
    if (answer.status !== 200) throw new Error(answer.text)
    // The cast is safe: this call answers with a list of results that have these fields.
    return answer.json as unknown as { reference: string; result: string; errors: unknown[] }[]
  }
}

/** The imported listings with their contents, sorted by reference. */
export async function readImported({ db }: Pick<TestServer, 'db'>) {
  const rows = await db
    .selectFrom('imported_listings')
    .innerJoin('postings', 'postings.id', 'imported_listings.listing_id')
    .innerJoin('listings', 'listings.id', 'imported_listings.listing_id')
    .select([
      'imported_listings.owner_id',
      'reference',
      'seller_state',
      'body',
      'submitted',
      'status',
      'name',
      'rent_paise',
      'city',
    ])
    .orderBy('reference')
    .execute()
  return rows.map(({ body, submitted, ...row }) => ({
    ...row,
    body: JSON.parse(body) as Record<string, unknown>,
    isSubmitted: body === submitted,
  }))
}
