import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { POSTING_ACTIONS } from '#src/domain/posting/posting-state.ts'
import { call } from '#tests/server/api-call.ts'
import { readWhole } from '#tests/server/whole-database.ts'
import { FLAT } from './posting-calls.ts'
import { OLD_LISTING, postingForEachTest } from './posting-server.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const ID = 'ab'.repeat(12)
const KEY = { 'Idempotency-Key': 'key-of-a-submission-1' }

const { server, asha, operator } = postingForEachTest()

const readCursor = async () => (await operator.ask('GET', 'properties')).json['meta']?.['cursor']
const readDelta = async (cursor: unknown) =>
  (await operator.ask('GET', `properties?since=${cursor}`)).json

test("a submitted listing is in the operator's list as pending, with the same fields as other listings", async () => {
  const cursor = await readCursor()
  const known = (await operator.list())[0]
  await asha.save(ID, { ...FLAT, price: 1, beds: 4, media: [] })
  const submitted = await asha.act(ID, 'submit')
  expect(submitted.json['data']).toMatchObject({
    state: 'in-review',
    label: 'In review',
    isLive: false,
    hasChanges: false,
    queuePlace: 1,
  })
  const listing = await operator.find(ID)
  const ofWaiting = ['waitsSince', 'dueSoonAt', 'dueAt']
  expect(Object.keys(listing ?? {})).toEqual([...Object.keys(known ?? {}), ...ofWaiting])
  expect(listing).toMatchObject({
    version: 1,
    propertyName: FLAT.title,
    propertyType: 'Apartment',
    saleType: 'Rent',
    bhkDetails: '2 BHK',
    rentAmount: 32_000,
    propertyPrice: null,
    status: 'pending',
    ownerDetails: { name: 'Asha Rao' },
  })
  expect(await readDelta(cursor)).toMatchObject({ data: [{ _id: ID }], removed: [] })
  const found = await operator.ask('GET', 'properties?q=sunlit')
  expect(found.json).toMatchObject({ data: [{ _id: ID }] })
})

test('submitting an incomplete draft is refused, with an error message for each wrong or missing field', async () => {
  await asha.save(ID, { ...FLAT, rent: null, pincode: '41', beds: 0 })
  const refused = await asha.act(ID, 'submit', KEY)
  expect(refused).toMatchObject({
    status: 400,
    json: {
      code: 'invalid-input',
      error: 'A PIN code has six digits.',
      fields: { pincode: 'A PIN code has six digits.', rent: 'Enter the rent.' },
    },
  })
  expect(await operator.find(ID)).toBeUndefined()
  await asha.save(ID, FLAT)
  // The refused submission stored no idempotency record, so its key can be used again.
  expect((await asha.act(ID, 'submit', KEY)).status).toBe(200)
})

test('a submission that is sent twice takes effect once, with or without an idempotency key', async () => {
  await asha.save(ID, FLAT)
  await asha.act(ID, 'submit', KEY)
  const before = await operator.list()
  expect(await asha.act(ID, 'submit', KEY)).toMatchObject({ text: '{"success":true}' })
  expect((await asha.act(ID, 'submit')).status).toBe(200)
  expect(await operator.list()).toEqual(before)
})

test('a rejection with a reason shows the seller what to correct, until the listing is submitted again', async () => {
  await asha.submit(ID)
  const note = 'The kitchen is missing.'
  await operator.decide(ID, 'rejected')
  expect((await operator.explain(ID, note)).status).toBe(200)
  expect(await asha.see(ID)).toMatchObject({
    state: 'changes-needed',
    label: 'Changes needed',
    reason: { field: 'photos', note, changesNeeded: true },
  })
  expect((await asha.list()).json['data']).toMatchObject([
    { state: 'changes-needed', reason: { sentence: expect.stringContaining('Add clear photos') } },
    { reason: null },
  ])
  await asha.submit(ID, { ...FLAT, description: 'With photos of the kitchen.' })
  expect(await asha.see(ID)).toMatchObject({ state: 'in-review', reason: null })
  await operator.decide(ID, 'rejected')
  expect(await asha.see(ID)).toMatchObject({ state: 'rejected', reason: null })
})

test('the review of a listing that was submitted again has the earlier reason and the record of its owner', async () => {
  await asha.submit(ID)
  const first = await operator.posting(ID)
  expect(first).toMatchObject({ earlierReason: null, removedMedia: [], owner: { rejected: 0 } })
  await operator.decide(ID, 'rejected')
  await operator.explain(ID, 'The kitchen is missing.')
  server.clock.advance(2 * HOUR_MS)
  await asha.submit(ID, { ...FLAT, description: 'With photos of the kitchen.' })
  expect(await operator.posting(ID)).toMatchObject({
    earlierReason: {
      label: 'Photos missing or unclear',
      note: 'The kitchen is missing.',
      changesNeeded: true,
    },
    changes: [{ field: 'description', after: 'With photos of the kitchen.' }],
    owner: { listings: 2, approved: 0, rejected: 1, memberSince: expect.any(String) },
  })
})

describe('after the approval', () => {
  beforeEach(async () => {
    await asha.submit(ID)
    server.clock.advance(2 * HOUR_MS)
    await operator.decide(ID, 'approved')
  })

  test('the listing is live for 90 days, and the API tells its owner how long a review usually takes', async () => {
    const expiresAt = new Date(server.clock.now().getTime() + 90 * DAY_MS).toISOString()
    expect(await asha.see(ID)).toMatchObject({ state: 'live', isLive: true, expiresAt })
    expect((await asha.list()).json['meta']).toEqual({ usualWaitMinutes: 120 })
  })

  test('a changed rent is live at once, without a review', async () => {
    await asha.save(ID, { ...FLAT, rent: 30_000, availableFrom: '2025-12-01' })
    expect(await asha.see(ID)).toMatchObject({ state: 'live', hasChanges: true })
    await asha.act(ID, 'submit')
    expect(await asha.see(ID)).toMatchObject({ state: 'live', hasChanges: false })
    expect(await operator.find(ID)).toMatchObject({ status: 'approved', rentAmount: 30_000 })
  })

  test('a changed title needs a review, which is first in the queue; the old title stays live until then', async () => {
    await asha.submit(ID, { ...FLAT, title: 'Another title', rent: 30_000 })
    expect(await asha.see(ID)).toMatchObject({ state: 'in-review', isLive: true, queuePlace: 1 })
    expect(await operator.posting(ID)).toMatchObject({
      isResubmitted: true,
      isLive: true,
      changes: [
        { field: 'title', label: 'Title', before: FLAT.title, after: 'Another title' },
        { field: 'rent', before: 32_000, after: 30_000 },
      ],
    })
    const [stored] = (await readWhole(server)).postings.filter(({ id }) => id === ID)
    expect(JSON.parse(stored?.live ?? '')).toMatchObject({ title: FLAT.title, rent: 30_000 })
    expect((await operator.ask('GET', `properties/${ID}/history`)).json['data']).toMatchObject([
      { action: 'Submitted again', by: 'Asha Rao' },
      { action: 'Approved' },
      { action: 'Posted' },
    ])
  })

  test('the review shows all changes since the last decision, even if the listing was submitted twice since', async () => {
    for (const title of ['Second title', 'Third title']) await asha.submit(ID, { ...FLAT, title })
    expect((await operator.posting(ID))?.['changes']).toMatchObject([
      { before: FLAT.title, after: 'Third title' },
    ])
  })

  test('undoing the rejection of a changed version puts this version back into review', async () => {
    await asha.submit(ID, { ...FLAT, title: 'Another title' })
    const waiting = { ...(await operator.posting(ID)), expiresAt: null }
    await operator.decide(ID, 'rejected')
    expect(await asha.see(ID)).toMatchObject({ state: 'rejected', isLive: false })
    await operator.decide(ID, 'pending')
    expect({ ...(await operator.posting(ID)), expiresAt: null }).toEqual(waiting)
    expect(await operator.board()).toEqual([ID, OLD_LISTING])
  })

  test("a withdrawn listing is not in the operator's list until its owner submits it again, and then needs a review", async () => {
    const cursor = await readCursor()
    await asha.act(ID, 'withdraw')
    expect(await operator.find(ID)).toBeUndefined()
    expect(await readDelta(cursor)).toMatchObject({ data: [], removed: [ID] })
    expect((await operator.decide(ID, 'rejected')).status).toBe(404)
    expect(await asha.see(ID)).toMatchObject({ state: 'withdrawn', draft: FLAT, version: 1 })
    await asha.act(ID, 'submit')
    expect(await readDelta(cursor)).toMatchObject({
      data: [{ _id: ID, status: 'pending', version: 3 }],
      removed: [],
    })
    expect(await operator.posting(ID)).toMatchObject({ isResubmitted: true, changes: [] })
  })

  test('a sold listing is not live, keeps the status approved, and can be live again without a review', async () => {
    await asha.act(ID, 'sold')
    expect(await asha.see(ID)).toMatchObject({ label: 'Sold or let', isLive: false })
    expect(await operator.find(ID)).toMatchObject({ status: 'approved' })
    expect(await operator.posting(ID)).toMatchObject({ sellerState: 'sold', isLive: false })
    await asha.act(ID, 'renew')
    expect(await asha.see(ID)).toMatchObject({ state: 'live' })
  })

  test('a listing that the operator deletes is also deleted for its owner, who cannot save it again', async () => {
    await operator.ask('DELETE', `property/${ID}`)
    expect((await asha.read(ID)).status).toBe(404)
    expect((await asha.save(ID, FLAT)).status).toBe(404)
  })
})

test('a rejected listing that its owner submits again needs a review, even if only the rent was changed', async () => {
  const id = await asha.post()
  await operator.decide(id, 'rejected')
  await asha.submit(id, { ...FLAT, rent: 30_000 })
  expect(await asha.see(id)).toMatchObject({ state: 'in-review', isLive: false })
  expect((await operator.posting(id))?.['changes']).toMatchObject([{ field: 'rent' }])
})

test('a decision that is refused because the owner has edited the listing names nobody on the team', async () => {
  const id = await asha.post()
  await operator.decide(id, 'approved')
  const { version } = (await operator.find(id)) ?? {}
  server.clock.advance(1_000)
  await asha.submit(id, { ...FLAT, rent: 30_000 })
  expect(await operator.decide(id, 'rejected', { 'If-Match': `"${version}"` })).toMatchObject({
    status: 412,
    json: { data: { by: null, actorId: null, device: null } },
  })
})

test('on the dashboard and in the review queue, resubmitted listings come first; the others follow, oldest first', async () => {
  const ids: string[] = []
  for (const _ of [1, 2, 3]) {
    server.clock.advance(HOUR_MS)
    ids.push(await asha.post())
  }
  const [first = '', second = '', third = ''] = ids
  await operator.decide(third, 'rejected')
  await asha.act(third, 'submit')
  expect((await operator.board()).slice(0, 3)).toEqual([third, first, second])
  const since = server.clock.now().toISOString()
  expect(await operator.find(third)).toMatchObject({ resubmittedAt: since })
  expect(await operator.find(first)).not.toHaveProperty('resubmittedAt')
  const places = await Promise.all(ids.map(async (id) => (await asha.see(id))?.['queuePlace']))
  expect(places).toEqual([2, 3, 1])
})

test('a listing that its owner did not post in this app keeps its video and date when the owner withdraws and resubmits it', async () => {
  const before = await operator.find(OLD_LISTING)
  await asha.act(OLD_LISTING, 'withdraw')
  const { draft } = (await asha.see(OLD_LISTING)) ?? {}
  const complete = { ...draft, locality: 'Camp', description: FLAT.description, area: 900 }
  await asha.submit(OLD_LISTING, complete)
  expect(await operator.find(OLD_LISTING)).toMatchObject({
    video: before?.['video'],
    createdAt: before?.['createdAt'],
    version: 2,
  })
})

test('two concurrent actions of an owner on a listing have the same result as one after the other', async () => {
  for (const [one, other] of [
    ['submit', 'submit'],
    ['submit', 'withdraw'],
    ['withdraw', 'withdraw'],
  ] as const) {
    const id = await asha.post()
    await asha.save(id, { ...FLAT, title: 'Another title' })
    const answers = await Promise.all([asha.act(id, one), asha.act(id, other)])
    const statuses = answers.map(({ status }) => status).sort()
    expect([[200, 200].join(), [200, 409].join()]).toContain(statuses.join())
    const { state } = (await asha.see(id)) ?? {}
    const isListed = (await operator.find(id)) !== undefined
    expect(isListed).toBe(String(state) === 'in-review')
  }
})

test('after any sequence of actions, an action succeeds exactly when the API lists it as possible', async () => {
  const owner = fc.constantFrom(...POSTING_ACTIONS.filter((one) => one !== 'edit'), 'edit-title')
  const step = fc.oneof(owner, fc.constantFrom('approved', 'rejected', 'pending', 'edit-rent'))
  let number = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      server.clock.advance(HOUR_MS)
      number += 1
      const id = `${number}`.padStart(24, 'e')
      await asha.save(id, FLAT)
      for (const [index, one] of steps.entries()) {
        const seen = await asha.read(id)
        const offered = (seen.json['data']?.['actions'] ?? []) as readonly unknown[]
        if (['approved', 'rejected', 'pending'].includes(one)) {
          const isListed = (await operator.find(id)) !== undefined
          expect((await operator.decide(id, one)).status).toBe(isListed ? 200 : 404)
        } else if (one.startsWith('edit')) {
          const change =
            one === 'edit-rent' ? { rent: 20_000 + index } : { title: `Title ${index}` }
          const { status } = await asha.save(id, { ...FLAT, ...change })
          if (seen.status === 200) expect(status).toBe(offered.includes('edit') ? 200 : 409)
          else expect([200, 404]).toContain(status)
        } else {
          const { status } = one === 'delete' ? await asha.remove(id) : await asha.act(id, one)
          expect(status).toBe(seen.status === 404 ? 404 : offered.includes(one) ? 200 : 409)
        }
      }
      const mine = (await asha.read(id)).json['data']
      const hidden = [undefined, 'draft', 'withdrawn'].map(String)
      expect((await operator.find(id)) === undefined).toBe(hidden.includes(String(mine?.['state'])))
    }),
    { numRuns: 25 },
  )
  // The log contains no text that an owner wrote.
  expect(server.logged.join('')).not.toContain(FLAT.title)
})

test('only team roles that may see listings can read the submitted content of a listing', async () => {
  const id = await asha.post()
  const token = await server.signInAs('loans')
  const path = `/api/admin/properties/${id}/posting`
  expect((await call(server, 'GET', path, { token })).status).toBe(403)
  expect((await operator.ask('GET', `properties/${OLD_LISTING}/posting`)).json).toMatchObject({
    data: { sellerState: 'posted', isResubmitted: false, changes: [] },
  })
})
