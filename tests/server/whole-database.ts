import { sql } from 'kysely'
import type { TestServer } from '#tests/support/server/server-fixture.ts'

/** All rows of all tables as text, to check that a value is stored nowhere. */
export async function readAllText({ db }: Pick<TestServer, 'db'>): Promise<string> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  const rows = tables.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(db))
  return JSON.stringify(await Promise.all(rows))
}

/** All data that an operator's change can modify, to compare it before and after a request. */
export async function readWhole({ db }: Pick<TestServer, 'db'>) {
  return {
    listings: await db.selectFrom('listings').selectAll().orderBy('id').execute(),
    reasons: await db.selectFrom('rejection_reasons').selectAll().orderBy('code').execute(),
    hours: await db.selectFrom('review_rules').selectAll().execute(),
    rule: await db.selectFrom('rejection_rule').selectAll().execute(),
    given: await db.selectFrom('listing_reasons').selectAll().orderBy('listing_id').execute(),
    changes: await db.selectFrom('listing_changes').selectAll().execute(),
    waits: await db
      .selectFrom('review_waits')
      .selectAll()
      .orderBy('listing_id')
      .orderBy('since')
      .execute(),
    deleted: await db.selectFrom('deleted_listings').selectAll().orderBy('id').execute(),
    flow: await db.selectFrom('review_flow').selectAll().execute(),
    visits: await db.selectFrom('visits').selectAll().orderBy('id').execute(),
    visitPhotos: await db.selectFrom('visit_photos').selectAll().orderBy('id').execute(),
    postings: await db.selectFrom('postings').selectAll().orderBy('id').execute(),
    grievances: await db.selectFrom('grievances').selectAll().orderBy('id').execute(),
    messages: await db.selectFrom('messages').selectAll().orderBy('id').execute(),
    subscriptions: await db.selectFrom('push_subscriptions').selectAll().execute(),
    idempotencyRecords: await db.selectFrom('receipts').selectAll().execute(),
    events: await db.selectFrom('events').selectAll().orderBy('id').execute(),
    audit: await db.selectFrom('audit_log').selectAll().execute(),
    revision: await db.selectFrom('revisions').selectAll().execute(),
  }
}
