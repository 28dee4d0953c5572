// @module-tag long
import { describe, expect, test } from 'vitest'
import { STAFF_ROLES } from '#src/domain/team/permission.ts'
import { ROUTE_RULES } from '#tests/server/accounts/sign-in/route-rules.ts'
import { call } from '#tests/server/api-call.ts'
import { readAllText } from '#tests/server/whole-database.ts'
import { startServerForFile } from '#tests/support/server/server-for-test.ts'

// On demonstration data, which has rows in most tables.

const server = await startServerForFile({ seed: 'demo' })
const READS = Object.keys(ROUTE_RULES).filter((route) => route.startsWith('GET /api/'))

/** Ids of records, by the part of the path before them. */
async function findIds(): Promise<Record<string, string>> {
  const first = async (table: 'listings' | 'users' | 'loans' | 'postings') =>
    (await server.db.selectFrom(table).select('id').limit(1).executeTakeFirst())?.id ??
    'f'.repeat(24)
  return {
    properties: await first('listings'),
    users: server.demoUser.id,
    loan: await first('loans'),
    listings: await first('postings'),
  }
}

const ids = await findIds()
const tokens = [
  undefined,
  await server.signIn(),
  await server.signIn({ email: server.demoUser.email, preferredRole: 'user' }),
  ...(await Promise.all(STAFF_ROLES.map((role) => server.signInAs(role)))),
]

/** All rows, without the times at which sessions and people were last seen. */
async function readState(): Promise<string> {
  await server.settle()
  return (await readAllText(server)).replace(/"last_(?:seen|active)_at":(?:null|"[^"]*")/g, '')
}

describe.each(READS)('%s', (route) => {
  const pattern = route.slice('GET '.length)
  const id = ids[/\/(\w+)\/:id/.exec(pattern)?.[1] ?? ''] ?? 'f'.repeat(24)
  const path = pattern.replace(':id', id)

  test.each(['GET', 'HEAD'])(
    'as %s changes no row, for any caller and any query',
    async (method) => {
      const before = await readState()
      for (const token of tokens)
        for (const query of ['', '?limit=2&q=a', '?_method=DELETE&status=approved']) {
          const headers = {
            'X-HTTP-Method-Override': 'DELETE',
            'X-HTTP-Method': 'DELETE',
            'X-Method-Override': 'DELETE',
          }
          const options = { ...(token && { token }), headers: query === '' ? headers : {} }
          expect((await call(server, method, path + query, options)).status).toBeLessThan(500)
        }
      expect(await readState()).toBe(before)
    },
  )
})
