import type { TestServer } from '#tests/support/server-fixture.ts'

/** Everything a change could have changed, to compare before and after. */
export async function readWhole({ db }: Pick<TestServer, 'db'>) {
  return {
    listings: await db.selectFrom('listings').selectAll().orderBy('id').execute(),
    removed: await db.selectFrom('removed_listings').selectAll().execute(),
    receipts: await db.selectFrom('receipts').selectAll().execute(),
    audit: await db.selectFrom('audit_log').selectAll().execute(),
    revision: await db.selectFrom('revisions').selectAll().execute(),
  }
}
