import type { AttemptRow } from '#server/platform/database/rows/account-rows.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'

const ROWS = 500 // per statement

/** Inserts attempts of one time. Scopes that are not given are those of nobody. */
export async function insertAttempts(
  { db, clock }: Pick<TestServer, 'db' | 'clock'>,
  kind: AttemptRow['kind'],
  count: number,
  by: Partial<Pick<AttemptRow, 'subject' | 'address' | 'site'>>,
  agoMs = 0,
): Promise<void> {
  const rows = Array.from({ length: count }, (_, number) => ({
    id: `counted ${kind} ${JSON.stringify(by)} ${number}`,
    kind,
    subject: 'f'.repeat(64),
    address: null,
    site: null,
    at: new Date(clock.now().getTime() - agoMs).toISOString(),
    ...by,
  }))
  for (let start = 0; start < rows.length; start += ROWS)
    await db
      .insertInto('attempts')
      .values(rows.slice(start, start + ROWS))
      .execute()
}
