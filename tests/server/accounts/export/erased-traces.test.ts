import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eraseAgain } from '#server/accounts/erasure/erasure-service.ts'
import { PERSONAL_PARTS } from '#server/operations/personal-parts.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'
import { isOnPostgres } from '#tests/support/server/test-database.ts'
import { IMPOSSIBLE, NOBODY, readSchema, startWithEveryKind } from './every-kind-of-row.ts'
import { ASHA, BINA, idOf, type Person } from './two-people.ts'

// A search of the whole database for an erased person, with rows of every kind about that person and another one.

type Row = Record<string, unknown>

async function readRows({ db }: TestServer, table: string): Promise<Row[]> {
  return (await sql<Row>`select * from ${sql.table(table)}`.execute(db)).rows
}

/** Rows of the person: their ids, hashes, names and addresses begin with the mark, or have the name. */
function isAbout({ mark, email, fullName }: Person, row: Row): boolean {
  const text = JSON.stringify(row)
  return [mark.repeat(12), email, fullName].some((sign) => text.includes(sign))
}

/** The tables in whose rows one of the texts is. */
async function listTablesWith(server: TestServer, texts: readonly string[]): Promise<string[]> {
  const tables = await server.db.introspection.getTables({ withInternalKyselyTables: true })
  const found: string[] = []
  for (const { name } of tables) {
    const rows = JSON.stringify(await readRows(server, name))
    if (texts.some((text) => rows.includes(text))) found.push(name)
  }
  return found.sort()
}

const contentOf = ({ email, fullName, pan, mark }: Person) => [
  email,
  fullName,
  encodeURIComponent(fullName),
  // The search text is in lower case.
  fullName.toLowerCase(),
  pan,
  `+91 ${mark}"`,
]

test.skipIf(isOnPostgres())(
  'every table, column and kind of row of the schema has a row about both people',
  async () => {
    const server = await startWithEveryKind()
    const missing: string[] = []
    for (const { name, columns, kinds } of await readSchema(server)) {
      if (NOBODY[name]) continue
      const rows = await readRows(server, name)
      for (const person of [ASHA, BINA]) {
        const own = rows.filter((row) => isAbout(person, row))
        const seen = (column: string) => own.some((row) => row[column] != null)
        const lacks = [
          ...columns.filter((column) => !seen(column)).map((column) => `${name}.${column}`),
          ...kinds
            .filter(({ column, value }) => !own.some((row) => row[column] === value))
            .map(({ column, value }) => `${name}.${column} ${value}`),
        ]
        missing.push(...lacks.filter((lack) => !IMPOSSIBLE[lack]))
      }
    }
    expect(missing).toEqual([])
  },
)

test('after an erasure only ids of the person are left, and all of the other person', async () => {
  const server = await startWithEveryKind()
  const before = await listTablesWith(server, contentOf(BINA))
  expect(await listTablesWith(server, contentOf(ASHA))).toEqual(before)
  await eraseAgain(server.db, [idOf(ASHA)], server.clock.now(), PERSONAL_PARTS)
  expect(await listTablesWith(server, contentOf(ASHA))).toEqual([])
  // The log, the empty account, and who created what belongs to the panel or to another business.
  const withId = ['api_keys', 'audit_log', 'users', 'webhooks']
  expect(await listTablesWith(server, [idOf(ASHA)])).toEqual(withId)
  expect(await listTablesWith(server, contentOf(BINA))).toEqual(before)
})
