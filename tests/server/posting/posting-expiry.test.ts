import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  expireListings,
  forgetOldDrafts,
  remindOwners,
} from '#server/posting/posting-expiry-service.ts'
import {
  FLAT,
  makeOperatorCalls,
  makePostingCalls,
  OLD_LISTING,
  startPostingServer,
} from './posting-calls.ts'

const DAY_MS = 86_400_000

let at: Awaited<ReturnType<typeof startPostingServer>>
let id: string

beforeEach(async () => {
  at = await startPostingServer()
  id = await at.asha.post()
  await at.operator.decide(id, 'approved')
})
afterEach(() => at.server.close())

/** Does what the hourly job does: expires listings and reminds owners. Returns the number of expired listings. */
async function run(): Promise<number> {
  const now = at.server.clock.now()
  const ended = await expireListings(at.server.db, now)
  await remindOwners(at.server, now)
  return ended
}
const pass = (days: number) => at.server.clock.advance(days * DAY_MS)
// Signs Asha in again, because her first session expires while the clock advances.
const seller = async () =>
  makePostingCalls(at.server, await at.server.signIn({ email: 'asha@example.in' }))

test('the owner of a listing is reminded once, 83 days after the approval, however often the job runs', async () => {
  pass(82.9)
  await run()
  expect(at.server.getInbox().mails).toEqual([])
  pass(0.1)
  await Promise.all([run(), run()])
  await run()
  const { mails } = at.server.getInbox()
  expect(mails).toHaveLength(1)
  expect(JSON.stringify(mails[0])).toContain(FLAT.title)
})

test('a listing expires 90 days after its approval, and its owner can make it live again without a review', async () => {
  pass(89.9)
  expect(await run()).toBe(0)
  pass(0.1)
  expect(await run()).toBe(1)
  const asha = await seller()
  expect(await asha.see(id)).toMatchObject({ label: 'Expired', isLive: false })
  // A listing that its owner did not post in this app never expires.
  expect(await asha.see(OLD_LISTING)).toMatchObject({ state: 'live', expiresAt: null })
  await asha.act(id, 'renew')
  const expiresAt = new Date(at.server.clock.now().getTime() + 90 * DAY_MS).toISOString()
  expect(await asha.see(id)).toMatchObject({ state: 'live', expiresAt })
  pass(84)
  await run()
  expect(at.server.getInbox().mails).toHaveLength(2)
})

test('a reminder that the mail server did not accept is sent again by the next run of the job', async () => {
  pass(84)
  const mailer = { ...at.server.mailer, send: async () => false }
  await remindOwners({ ...at.server, mailer }, at.server.clock.now())
  expect(at.server.getInbox().mails).toEqual([])
  await run()
  expect(at.server.getInbox().mails).toHaveLength(1)
})

test('a sold or rejected listing does not expire, and its owner is not reminded', async () => {
  const other = await at.asha.post()
  await at.operator.decide(other, 'approved')
  await at.operator.decide(other, 'rejected')
  await at.asha.act(id, 'sold')
  pass(91)
  expect(await run()).toBe(0)
  expect(at.server.getInbox().mails).toEqual([])
})

test('approving a new version makes a listing live, even if its old version has expired during the review', async () => {
  await at.asha.save(id, { ...FLAT, title: 'Another title' })
  await at.asha.act(id, 'submit')
  pass(90)
  expect(await run()).toBe(1)
  await makeOperatorCalls(at.server, await at.server.signIn()).decide(id, 'approved')
  expect(await (await seller()).see(id)).toMatchObject({ state: 'live' })
})

test('a draft that was not changed for a year is deleted; a withdrawn listing is kept', async () => {
  await at.asha.save('ab'.repeat(12), FLAT)
  await at.asha.act(id, 'withdraw')
  pass(365.5)
  await forgetOldDrafts(at.server.db, at.server.clock.now())
  const rows = await at.server.db.selectFrom('postings').select('id').execute()
  expect(rows).toEqual([{ id }])
})
