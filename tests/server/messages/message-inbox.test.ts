import { afterEach, beforeEach, expect, test } from 'vitest'
import { startPostingServer } from '#tests/server/posting/posting-calls.ts'
import { makeDecisions, makeInbox, runMessages } from './message-runs.ts'

let at: Awaited<ReturnType<typeof startPostingServer>>
let id: string
let asha: ReturnType<typeof makeInbox>
let ravi: ReturnType<typeof makeInbox>
let operator: string

beforeEach(async () => {
  at = await startPostingServer()
  id = await at.asha.post()
  asha = makeInbox(at.server, await at.server.signIn({ email: 'asha@example.in' }))
  ravi = makeInbox(at.server, await at.server.signIn({ email: 'ravi@example.in' }))
  operator = await at.server.signIn()
})
afterEach(() => at.server.close())

async function tell(...statuses: string[]) {
  const { decide } = makeDecisions(at.server, operator, id)
  for (const status of statuses) {
    await decide(status)
    at.server.clock.advance(60_000)
    await runMessages(at.server)
  }
}

test('the inbox returns pages of messages, newest first, with the number of unread messages', async () => {
  await tell('approved', 'rejected', 'approved')
  const first = await asha.read('?limit=2')
  expect(first).toMatchObject({
    data: [
      { kind: 'approved', title: 'Sunlit 2 BHK in Baner', listingId: id, hasListing: true },
      { kind: 'rejected', isRead: false, reason: null },
    ],
    meta: { unread: 3 },
  })
  const rest = await asha.read(`?limit=2&cursor=${String(first['meta']?.['nextCursor'])}`)
  expect(rest).toMatchObject({ data: [{ kind: 'approved' }], meta: { nextCursor: null } })
  expect((await asha.ask('GET', '?cursor=nonsense')).status).toBe(400)
})

test('a call marks one message as read, or a given message and all older ones', async () => {
  await tell('approved', 'rejected', 'approved')
  const [newest, shown, oldest] = await asha.list()
  await asha.ask('POST', `/${oldest?.id}/read`)
  expect((await asha.list()).map(({ isRead }) => isRead)).toEqual([false, false, true])
  await asha.ask('POST', '/read', { upTo: shown?.id })
  expect((await asha.list()).map(({ isRead }) => isRead)).toEqual([false, true, true])
  await asha.ask('POST', '/read', { upTo: newest?.id })
  expect((await asha.read())['meta']).toMatchObject({ unread: 0 })
})

test("a call that marks another person's or an undelivered message as read gets a 404", async () => {
  await tell('approved')
  const [message] = await asha.list()
  expect(await ravi.list()).toEqual([])
  expect((await ravi.ask('POST', `/${message?.id}/read`)).status).toBe(404)
  expect((await ravi.ask('POST', '/read', { upTo: message?.id })).status).toBe(404)
  expect((await asha.list())[0]).toMatchObject({ isRead: false })
  await makeDecisions(at.server, operator, id).decide('rejected')
  const [unsent] = await at.server.db
    .selectFrom('messages')
    .select('id')
    .where('left_at', 'is', null)
    .execute()
  expect(await asha.list()).toHaveLength(1)
  expect((await asha.ask('POST', `/${unsent?.id}/read`)).status).toBe(404)
})

test('a message outlives its listing, and reports that the listing no longer exists', async () => {
  await tell('approved')
  await at.operator.ask('DELETE', `properties/${id}`)
  expect(await asha.list()).toMatchObject([{ hasListing: false, title: 'Sunlit 2 BHK in Baner' }])
})
