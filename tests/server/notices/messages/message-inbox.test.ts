import { beforeEach, expect, test } from 'vitest'
import { FLAT } from '#tests/server/listings/content/posting-calls.ts'
import { postingForEachTest } from '#tests/server/listings/content/posting-server.ts'
import { sendAfter } from './message-runs.ts'

const { server, asha, ravi, operator } = postingForEachTest()
let id: string

beforeEach(async () => {
  id = await asha.post()
})

async function tell(...statuses: string[]) {
  for (const status of statuses) {
    await operator.decide(id, status)
    await sendAfter(server, 60)
  }
}

test('the inbox returns pages of messages, newest first, with the number of unread messages', async () => {
  await tell('approved', 'rejected', 'approved')
  const first = await asha.inbox.read('?limit=2')
  expect(first).toMatchObject({
    data: [
      { kind: 'approved', title: FLAT.title, listingId: id, hasListing: true },
      { kind: 'rejected', isRead: false, reason: null },
    ],
    meta: { unread: 3 },
  })
  const rest = await asha.inbox.read(`?limit=2&cursor=${first['meta']?.['nextCursor']}`)
  expect(rest).toMatchObject({ data: [{ kind: 'approved' }], meta: { nextCursor: null } })
  expect((await asha.inbox.ask('GET', '?cursor=nonsense')).status).toBe(400)
})

test('a call marks one message as read, or a given message and all older ones', async () => {
  await tell('approved', 'rejected', 'approved')
  const [newest, shown, oldest] = await asha.inbox.list()
  const listRead = async () => (await asha.inbox.list()).map(({ isRead }) => isRead)
  await asha.inbox.ask('POST', `/${oldest?.id}/read`)
  expect(await listRead()).toEqual([false, false, true])
  await asha.inbox.ask('POST', '/read', { upTo: shown?.id })
  expect(await listRead()).toEqual([false, true, true])
  await asha.inbox.ask('POST', '/read', { upTo: newest?.id })
  expect((await asha.inbox.read())['meta']).toMatchObject({ unread: 0 })
})

test("a call that marks another person's or an undelivered message as read gets a 404", async () => {
  await tell('approved')
  const [message] = await asha.inbox.list()
  expect(await ravi.inbox.list()).toEqual([])
  expect((await ravi.inbox.ask('POST', `/${message?.id}/read`)).status).toBe(404)
  expect((await ravi.inbox.ask('POST', '/read', { upTo: message?.id })).status).toBe(404)
  expect(await asha.inbox.list()).toMatchObject([{ isRead: false }])
  await operator.decide(id, 'rejected')
  const messages = server.db.selectFrom('messages').select('id')
  const unsent = await messages.where('left_at', 'is', null).executeTakeFirst()
  expect(await asha.inbox.list()).toHaveLength(1)
  expect((await asha.inbox.ask('POST', `/${unsent?.id}/read`)).status).toBe(404)
})

test('a message outlives its listing, and reports that the listing no longer exists', async () => {
  await tell('approved')
  await operator.ask('DELETE', `properties/${id}`)
  expect(await asha.inbox.list()).toMatchObject([{ hasListing: false, title: FLAT.title }])
})
