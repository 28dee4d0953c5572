import { beforeEach, expect, test } from 'vitest'
import {
  expireListings,
  forgetOldDrafts,
  remindOwners,
} from '#server/listings/market/expiry-service.ts'
import { FLAT, makeOperatorCalls } from './posting-calls.ts'
import { OLD_LISTING, postingForEachTest, signInSeller } from './posting-server.ts'

const DAY_MS = 86_400_000

const { server, asha, operator } = postingForEachTest()
let id: string

beforeEach(async () => {
  id = await asha.post()
  await operator.decide(id, 'approved')
})

/** Does what the hourly job does: expires listings and reminds owners. Returns the number of expired listings. */
async function run(): Promise<number> {
  const now = server.clock.now()
  const ended = await expireListings(server.db, now)
  await remindOwners(server, now)
  return ended
}
const pass = (days: number) => server.clock.advance(days * DAY_MS)

test('the owner of a listing is reminded once, 83 days after the approval, however often the job runs', async () => {
  pass(82.9)
  await run()
  expect(server.getInbox().mails).toEqual([])
  pass(0.1)
  await Promise.all([run(), run()])
  await run()
  const { mails } = server.getInbox()
  expect(mails).toHaveLength(1)
  expect(JSON.stringify(mails[0])).toContain(FLAT.title)
})

test('a listing expires 90 days after its approval, and its owner can make it live again without a review', async () => {
  pass(89.9)
  expect(await run()).toBe(0)
  pass(0.1)
  expect(await run()).toBe(1)
  // Her first session has expired.
  const asha = await signInSeller(server)
  expect(await asha.see(id)).toMatchObject({ label: 'Expired', isLive: false })
  // A listing that its owner did not post in this app never expires.
  expect(await asha.see(OLD_LISTING)).toMatchObject({ state: 'live', expiresAt: null })
  await asha.act(id, 'renew')
  const expiresAt = new Date(server.clock.now().getTime() + 90 * DAY_MS).toISOString()
  expect(await asha.see(id)).toMatchObject({ state: 'live', expiresAt })
  pass(84)
  await run()
  expect(server.getInbox().mails).toHaveLength(2)
})

test('a reminder that the mail server did not accept is sent again by the next run of the job', async () => {
  pass(84)
  const mailer = { ...server.mailer, send: async () => false }
  await remindOwners({ ...server, mailer }, server.clock.now())
  expect(server.getInbox().mails).toEqual([])
  await run()
  expect(server.getInbox().mails).toHaveLength(1)
})

test('a sold or rejected listing does not expire, and its owner is not reminded', async () => {
  const other = await asha.post()
  await operator.decide(other, 'approved')
  await operator.decide(other, 'rejected')
  await asha.act(id, 'sold')
  pass(91)
  expect(await run()).toBe(0)
  expect(server.getInbox().mails).toEqual([])
})

test('approving a new version makes a listing live, even if its old version has expired during the review', async () => {
  await asha.submit(id, { ...FLAT, title: 'Another title' })
  pass(90)
  expect(await run()).toBe(1)
  await makeOperatorCalls(server, await server.signIn()).decide(id, 'approved')
  expect(await (await signInSeller(server)).see(id)).toMatchObject({ state: 'live' })
})

test('a draft that was not changed for a year is deleted; a withdrawn listing is kept', async () => {
  await asha.save('ab'.repeat(12), FLAT)
  await asha.act(id, 'withdraw')
  pass(365.5)
  await forgetOldDrafts(server.db, server.clock.now())
  const rows = await server.db.selectFrom('postings').select('id').orderBy('id').execute()
  expect(rows).toEqual([{ id: OLD_LISTING }, { id }])
})
