import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// A delta must include every write that a listing shows. A new writer sets the revision and is
// added to this list.

const sources = readdirSync('server', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => ({
    path: path.replaceAll('\\', '/'),
    text: readFileSync(`server/${path}`, 'utf8'),
  }))

function listWriters(of: string): string[] {
  const write = new RegExp(
    `(insertInto|updateTable|deleteFrom)\\('${of}'\\)|insertAll\\(trx, '${of}'`,
  )
  return sources
    .filter(({ text }) => write.test(text))
    .map(({ path }) => path)
    .sort()
}

test('only their repository and the seed write listings', () => {
  expect(listWriters('listings')).toEqual([
    'auth/account-repository.ts', // a new e-mail address of an owner, which the listings show
    'demo-seeding.ts',
    'listings/listing-repository.ts',
  ])
})

test("an owner's name and phone never change, and an e-mail address only with the listings that show it", () => {
  expect(listWriters('users')).toEqual([
    'auth/account-repository.ts',
    'database/migrations/008-provisional-registrations.ts', // removes accounts without listings
    'database/migrations/010-webp-portraits.ts', // runs at the start; no listing shows a portrait
    'demo-seeding.ts',
  ])
  const accounts = sources.find(({ path }) => path === 'auth/account-repository.ts')?.text ?? ''
  const [, columns] = /change: Partial<Pick<UserRow, ([^>]*)>>/.exec(accounts) ?? []
  expect(columns).toBe("'email' | 'password_hash' | 'has_short_password' | 'verified'")
  const callers = sources.filter(({ text }) => /await setAccount\([^)]*email/.test(text))
  expect(callers.map(({ path }) => path).sort()).toEqual([
    'auth/account-repository.ts', // with the search and the listings
    'auth/operator-account-service.ts', // an operator owns no listings
  ])
})
