import { describe, expect, test } from 'vitest'
import { register } from '#tests/server/accounts/sign-in/end-user-calls.ts'
import { idOf } from '#tests/server/market-data.ts'
import { readAllText } from '#tests/server/whole-database.ts'
import { FLAT, makePostingCalls } from './posting-calls.ts'
import { OLD_LISTING, postingForEachTest } from './posting-server.ts'

const ID = 'ab'.repeat(12)
const KEY = { 'Idempotency-Key': 'key-of-a-submission-1' }

const { server, asha, ravi, operator } = postingForEachTest()

test('a draft may be incomplete, and a repeat of its first save changes nothing', async () => {
  const first = await asha.save(ID, { deal: 'sell', pincode: '41' })
  expect(first).toMatchObject({ status: 200, json: { data: { version: 1, state: 'draft' } } })
  expect(first.headers.get('ETag')).toBe('"1"')
  server.clock.advance(60_000)
  const again = await asha.save(ID, { deal: 'sell', pincode: '41' })
  expect(again.json).toEqual(first.json)
  expect((await asha.list()).json['data']).toMatchObject([
    { id: ID, label: 'Draft', deal: 'sell', title: null },
    { id: OLD_LISTING, label: 'Live' },
  ])
  expect(await operator.find(ID)).toBeUndefined()
})

test('a save with an old version returns 412 with the current draft, and does not overwrite it', async () => {
  await asha.save(ID, { title: 'One' })
  await asha.save(ID, { title: 'Two' }, { 'If-Match': '"1"' })
  const late = await asha.save(ID, { title: 'Three' }, { 'If-Match': '"1"' })
  expect(late).toMatchObject({
    status: 412,
    json: { code: 'version-conflict', data: { current: { version: 2, draft: { title: 'Two' } } } },
  })
  // Sends the save of 'Two' again, as a device does after a lost answer.
  const repeat = await asha.save(ID, { title: 'Two' }, { 'If-Match': '"1"' })
  expect(repeat).toMatchObject({ status: 200, json: { data: { version: 2 } } })
  expect(await asha.act(ID, 'submit', { 'If-Match': '"1"' })).toMatchObject({ status: 412 })
})

test('a first save that arrives late, after later ones, returns 412 and does not bring the old draft back', async () => {
  const isNew = { 'If-None-Match': '*' }
  expect(await asha.save(ID, { title: 'One' }, isNew)).toMatchObject({ status: 200 })
  await asha.save(ID, { title: 'Two' }, { 'If-Match': '"1"' })
  const late = await asha.save(ID, { title: 'One' }, isNew)
  expect(late).toMatchObject({ status: 412, json: { data: { current: { version: 2 } } } })
  expect(await asha.see(ID)).toMatchObject({ version: 2, draft: { title: 'Two' } })
  expect(await asha.save(ID, { title: 'Two' }, isNew)).toMatchObject({ status: 200 })
})

test.each([
  ['a field of a wrong type', { area: 'big' }],
  ['an unknown deal', { deal: 'swap' }],
  ['a malformed media id', { media: ['../etc'] }],
  ['a description that is too long', { description: 'x'.repeat(5_001) }],
  ['a list instead of a draft', []],
])('a save with %s is refused, and the draft is unchanged', async (_what, body) => {
  await asha.save(ID, { title: 'One' })
  expect((await asha.save(ID, body)).status).toBe(400)
  expect(await asha.see(ID)).toMatchObject({ version: 1, draft: { title: 'One' } })
})

test("every call for somebody else's draft or listing gets a 404", async () => {
  await asha.save(ID, FLAT)
  for (const id of [ID, OLD_LISTING]) {
    const answers = [
      await ravi.read(id),
      await ravi.save(id, { title: 'Mine now' }),
      await ravi.remove(id),
    ]
    for (const action of ['submit', 'withdraw', 'sold', 'renew'])
      answers.push(await ravi.act(id, action))
    const { status, text } = answers[0] ?? {}
    expect(status).toBe(404)
    for (const answer of answers) expect(answer).toMatchObject({ status, text })
  }
  expect((await ravi.list()).json['data']).toEqual([])
})

test('team accounts cannot post listings, and their own list is empty', async () => {
  const staff = makePostingCalls(server, operator.token)
  expect((await staff.list()).json['data']).toEqual([])
  expect(await staff.save(ID, FLAT)).toMatchObject({ status: 403, json: { code: 'sellers-only' } })
})

test('an unverified account cannot post listings', async () => {
  const { json } = await register(server)
  const seller = makePostingCalls(server, String(json['token']))
  expect(await seller.save(ID, FLAT)).toMatchObject({ status: 403, json: { code: 'not-verified' } })
})

test('a deleted draft is also deleted from idempotency records, and a device that still has it cannot restore it', async () => {
  await asha.save(ID, FLAT)
  expect(await asha.remove(ID, KEY)).toMatchObject({ status: 200, text: '{"success":true}' })
  expect((await asha.read(ID)).status).toBe(404)
  expect((await asha.save(ID, FLAT, { 'If-Match': '"1"' })).status).toBe(404)
  expect(await readAllText(server)).not.toContain(FLAT.title)
})

describe('a limit of drafts and listings', () => {
  test('refuses the 201st draft of a person', async () => {
    for (let number = 1; number <= 200; number += 1) {
      if (number % 100 === 0) server.clock.advance(60_000)
      expect((await asha.save(idOf(5_000 + number), {})).status).toBe(200)
    }
    const refused = await asha.save(ID, {})
    expect(refused).toMatchObject({ status: 409, json: { code: 'too-many-drafts' } })
    expect(refused.json['error']).toMatch(/200 drafts.*Delete one first/)
    expect((await ravi.save(ID, {})).status).toBe(200)
  })

  test('refuses the 51st listing of a person that is live or in review, until one of them is rejected or sold', async () => {
    const ids: string[] = []
    for (let number = 1; number < 50; number += 1) {
      server.clock.advance(1_000)
      ids.push(await asha.post())
    }
    await asha.save(ID, FLAT)
    const refused = await asha.act(ID, 'submit')
    expect(refused).toMatchObject({ status: 409, json: { code: 'too-many-listings' } })
    const [first = '', second = ''] = ids
    await operator.decide(first, 'rejected')
    expect((await asha.act(ID, 'submit')).status).toBe(200)
    expect((await asha.act(first, 'submit')).status).toBe(409)
    await operator.decide(second, 'approved')
    await asha.act(second, 'sold')
    expect((await asha.act(first, 'submit')).status).toBe(200)
    expect((await asha.act(second, 'renew')).status).toBe(409)
  })

  test('accepts the longest texts, and no control characters, which take six bytes each in JSON', async () => {
    const large = { description: 'क'.repeat(5_000), title: 'क'.repeat(200), media: [] }
    expect((await asha.save(ID, large)).status).toBe(200)
    const hidden = { ...large, description: `${'\u0001'.repeat(4_990)}A flat.` }
    const saved = await asha.save(ID, hidden)
    expect(saved).toMatchObject({
      status: 200,
      json: { data: { draft: { description: 'A flat.' } } },
    })
  })

  test('refuses the 121st change of a person within a minute', async () => {
    for (let number = 0; number < 120; number += 1)
      expect((await asha.save(ID, { area: number })).status).toBe(200)
    expect(await asha.save(ID, { area: 500 })).toMatchObject({
      status: 429,
      json: { code: 'too-many' },
    })
    expect(await asha.see(ID)).toMatchObject({ draft: { area: 119 } })
  })
})

test('a listing that its owner did not post in this app can be edited: its draft starts at version 1, with the values of the listing', async () => {
  const before = await asha.see(OLD_LISTING)
  expect(before).toMatchObject({
    version: 1,
    state: 'live',
    draft: { deal: 'sell', kind: 'apartment', bhk: 2, price: 4_500_000, description: null },
  })
  const draft = { ...before?.['draft'], locality: 'Camp', description: FLAT.description, area: 900 }
  const saved = await asha.save(OLD_LISTING, draft, { 'If-Match': '"1"' })
  expect(saved).toMatchObject({ status: 200, json: { data: { version: 2, hasChanges: true } } })
  const listed = await operator.find(OLD_LISTING)
  await asha.act(OLD_LISTING, 'submit')
  expect(await operator.find(OLD_LISTING)).toEqual({
    ...listed,
    status: 'pending',
    furnishingType: 'Unfurnished',
    resubmittedAt: server.clock.now().toISOString(),
    waitsSince: server.clock.now().toISOString(),
    // Wednesday at noon, eight working hours later.
    dueSoonAt: '2025-09-17T12:30:00.000Z',
    dueAt: '2025-09-18T06:30:00.000Z',
    version: 2,
    updatedAt: server.clock.now().toISOString(),
  })
})
