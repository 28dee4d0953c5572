import { type DemoData, makeDemoData } from '#server/demo/demo-data.ts'
import { demoId, getAt } from '#server/demo/demo-random.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'

const HOUR_MS = 3_600_000

/** The demo data, but with this many pending listings that were created one hour apart. */
export function makeBenchMarket(listingCount: number): DemoData {
  const now = new Date()
  const data = makeDemoData(now)
  const listings = Array.from({ length: listingCount }, (_, index) => {
    const createdAt = new Date(now.getTime() - index * HOUR_MS).toISOString()
    return {
      ...getAt(data.listings, index),
      id: demoId('bench listing', index),
      status: 'pending' as const,
      createdAt,
      updatedAt: createdAt,
    }
  })
  return { ...data, listings }
}

/** The operator's session and the server's listings, newest first, to prepare a device with. */
export async function makeDeviceContent({ db, operator, signIn }: TestServer) {
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', operator.email)
    .executeTakeFirstOrThrow()
  const listings = await db
    .selectFrom('listings')
    .select(['id', 'name', 'version'])
    .orderBy('created_at', 'desc')
    .execute()
  const { email } = operator
  return {
    account: { id, fullName: null, email, role: 'admin' as const, isVerified: true },
    token: await signIn(),
    listings: listings.map((listing) => ({ ...listing, status: 'pending' as const })),
  }
}
