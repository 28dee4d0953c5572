import { beforeEach, expect, test } from 'vitest'
import { call } from '#tests/server/api-call.ts'
import { postingForEachTest } from '#tests/server/listings/content/posting-server.ts'
import { sendAfter } from './message-runs.ts'

// The seller reads the sentence of a reason with the values of the moment of the decision.

const { server, asha, operator } = postingForEachTest()
let id: string

beforeEach(async () => {
  id = await asha.post()
  await setSentence('{title} in {city} for {price}: correct it.')
})

/** Changes the sentence of the reason "price". */
async function setSentence(sentence: string): Promise<void> {
  const { headers, json } = await operator.ask('GET', 'reasons')
  // The cast is safe: OpenAPI describes these fields.
  const { data } = json as unknown as { data: { code: string; isUsed: boolean }[] }
  const reasons = data.map(({ isUsed: _, ...one }) =>
    one.code === 'price' ? { ...one, sentence } : one,
  )
  const match = { 'If-Match': headers.get('ETag') ?? '' }
  const { status } = await operator.ask('PUT', 'reasons', { reasons }, match)
  expect(status).toBe(200)
}

const KEY = { 'Idempotency-Key': 'rejection-0123456789' }
const WHY = { code: 'price', note: 'As for {title}: <b>look</b>.', changesNeeded: true }
const FILLED = 'Sunlit 2 BHK in Baner in Pune for ₹32,000 a month: correct it.'

async function reject(): Promise<void> {
  const body = { status: 'rejected', reason: WHY }
  expect((await operator.ask('PATCH', `properties/${id}/status`, body, KEY)).status).toBe(200)
}

test('the listing, the message and the mail have the values; the note stays as it was typed', async () => {
  await reject()
  expect(await asha.see(id)).toMatchObject({ reason: { sentence: FILLED, note: WHY.note } })
  await sendAfter(server, 60)
  expect(await asha.inbox.list()).toMatchObject([
    { kind: 'changes-needed', reason: { sentence: FILLED, note: WHY.note } },
  ])
  const [mail] = server.getInbox().mails
  expect(mail?.text).toContain(FILLED)
  expect(mail?.text).toContain('Note from our reviewer: As for {title}: <b>look</b>.')
})

test('the values stay when the owner of the panel changes the sentence, and when the listing changes', async () => {
  await reject()
  await sendAfter(server, 60)
  await setSentence('Another sentence.')
  expect(await asha.see(id)).toMatchObject({ reason: { sentence: FILLED } })
  await asha.submit(id, {
    ...(await asha.see(id))?.['draft'],
    rent: 28_000,
    title: 'Another title',
  })
  expect(await asha.inbox.list()).toMatchObject([{ reason: { sentence: FILLED } }])
  expect(await operator.posting(id)).toMatchObject({ earlierReason: { sentence: FILLED } })
})

test('a reason that is given later has the values of that moment', async () => {
  await call(server, 'PATCH', `/api/admin/properties/${id}/status`, {
    token: operator.token,
    body: { status: 'rejected' },
    headers: KEY,
  })
  const given = { ...WHY, changeKey: KEY['Idempotency-Key'] }
  expect((await operator.ask('PUT', `properties/${id}/reason`, given)).status).toBe(200)
  expect(await asha.see(id)).toMatchObject({ reason: { sentence: FILLED } })
})
