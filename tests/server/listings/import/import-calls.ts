import { beforeEach } from 'vitest'
import { call } from '#tests/server/api-call.ts'
import { FLAT, makeOperatorCalls } from '#tests/server/listings/content/posting-calls.ts'
import type { TestServer, TestServerOptions } from '#tests/support/server/server-fixture.ts'
import { startServerForTest } from '#tests/support/server/server-for-test.ts'

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

/** A server for the running test with an owner of the panel, and an API key of a business. */
export async function startImportServer(options: TestServerOptions = {}) {
  const server = await startServerForTest({ seed: 'none', ...options })
  const owner = await server.signIn()
  const operator = makeOperatorCalls(server, owner)
  const key = await makeKey(server, owner)
  return { server, owner, operator, key, send: makeSender(server, key) }
}

type ImportServer = Awaited<ReturnType<typeof startImportServer>>

/** Starts such a server before each test of the file. The object is always the current test's server. */
export function importServerForEachTest(): ImportServer {
  const current = {} as ImportServer // complete once a test runs, as in `serverForEachTest`
  beforeEach(async () => {
    Object.assign(current, await startImportServer())
  })
  return current
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

/** The imported listings, sorted by reference. */
export async function readImported({ db }: Pick<TestServer, 'db'>) {
  const rows = await db
    .selectFrom('imported_listings')
    .innerJoin('postings', 'postings.id', 'imported_listings.listing_id')
    .innerJoin('listings', 'listings.id', 'imported_listings.listing_id')
    .select(['reference', 'seller_state', 'body', 'submitted', 'name', 'rent_paise'])
    .orderBy('reference')
    .execute()
  return rows.map(({ body, submitted, ...row }) => ({ ...row, isSubmitted: body === submitted }))
}

/** The id of the listing that was imported with a reference. */
export async function findImportedId({ db }: TestServer, reference: string): Promise<string> {
  const listings = db.selectFrom('imported_listings').select('listing_id')
  return (await listings.where('reference', '=', reference).executeTakeFirstOrThrow()).listing_id
}

/** The draft of an imported listing. */
export async function readDraft({ db }: TestServer, id: string): Promise<{ media: string[] }> {
  const postings = db.selectFrom('postings').select('body').where('id', '=', id)
  return JSON.parse((await postings.executeTakeFirstOrThrow()).body)
}
