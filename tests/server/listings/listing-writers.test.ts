import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// A client refreshes its list by fetching the listings with a newer revision. So code that writes a field which a
// listing shows must also set the listing's revision. Before you add a file to the lists below, make sure that it does.

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

test('only the listing repository, the contact repository and the demo seeding write listings', () => {
  expect(listWriters('listings')).toEqual([
    'auth/contact-repository.ts', // an owner's name, e-mail address and phone number, which listings show
    'demo-seeding.ts',
    'listings/listing-repository.ts',
  ])
})

test("the owner's fields that a listing shows change only together with the listing's revision", () => {
  expect(listWriters('users')).toEqual([
    'auth/account-repository.ts',
    'auth/contact-repository.ts', // name, e-mail address and phone number, together with search words and listings
    'auth/deletion/erasure-repository.ts', // after it has deleted the listings of the person
    'demo-seeding.ts',
  ])
  const accounts = sources.find(({ path }) => path === 'auth/account-repository.ts')?.text ?? ''
  const [, setAccount = ''] = /export async function setAccount\(([^)]*)\)/.exec(accounts) ?? []
  expect(setAccount).toContain('change: Partial<')
  expect(setAccount).not.toMatch(/full_name|phone_number|UserRow>/)
  const callers = sources.filter(({ text }) => /await setAccount\([^)]*email/.test(text))
  expect(callers.map(({ path }) => path)).toEqual([])
})

test("the resubmission time of an owner's listing changes only together with the listing's revision", () => {
  const setting = sources.filter(({ text }) => /resubmitted_at: (?!string|INTERNAL)/.test(text))
  expect(setting.map(({ path }) => path).sort()).toEqual([
    'posting/posting-content.ts', // only the initial value of a listing that was never submitted
    'posting/posting-decision-service.ts', // in the transaction of the status change
    'posting/posting-market-service.ts', // takes the listing off the list
    'posting/posting-submission-service.ts', // puts the content into the listing
  ])
  expect(listWriters('postings')).toEqual(['posting/posting-repository.ts'])
})
