import { describe, expect, test } from 'vitest'
import { readWhole } from '#tests/server/whole-database.ts'
import { ASHA_ID, RAVI_ID, VISIT } from './event-calls.ts'
import { eventServerForEachTest } from './event-server.ts'

const MISSING = {
  success: false,
  error: 'This event does not exist, or it was deleted.',
  code: 'not-found',
}

const { server, asha, ravi } = eventServerForEachTest()

describe('a new event', () => {
  test('is returned without an envelope, with id, version and times, also for an unverified address', async () => {
    const answer = await asha.create(VISIT)
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      ...VISIT,
      version: 1,
      createdAt: '2025-09-17T06:30:00.000Z',
      updatedAt: '2025-09-17T06:30:00.000Z',
    })
    expect((await asha.list()).json).toEqual([answer.json])
  })

  test('ignores fields that only the server sets', async () => {
    const words = {
      _id: 'f'.repeat(24),
      id: 'f'.repeat(24),
      owner: RAVI_ID,
      ownerId: RAVI_ID,
      userId: RAVI_ID,
      role: 'admin',
      verified: true,
      version: 99,
      createdAt: '2001-01-01T00:00:00.000Z',
      updatedAt: '2001-01-01T00:00:00.000Z',
    }
    const answer = await asha.create({ ...VISIT, ...words })
    expect(Object.keys(answer.json).sort()).toEqual(
      ['_id', 'createdAt', 'updatedAt', 'version', ...Object.keys(VISIT)].sort(),
    )
    expect(answer.json).toMatchObject({ version: 1, createdAt: '2025-09-17T06:30:00.000Z' })
    expect(String(answer.json['_id'])).not.toBe(words._id)
    const { events } = await readWhole(server)
    expect(events).toMatchObject([{ owner_id: ASHA_ID }])
    expect(events[0]?.body).not.toMatch(/99|2001|admin/)
  })

  test('omits null fields', async () => {
    const answer = await asha.create({ ...VISIT, endsAt: null, note: null, colour: null })
    expect(Object.keys(answer.json)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(endsAt|note|colour)$/)]),
    )
  })

  test('is refused with a message for every wrong field, and nothing is stored', async () => {
    const before = await readWhole(server)
    const answer = await asha.create({ title: ' ', startsAt: 'tomorrow', note: 5, other: true })
    const title = 'Give the event a title.'
    const fields = { title, startsAt: 'Enter a date and a time.', note: 'The note must be text.' }
    expect(answer).toMatchObject({ status: 400, json: { error: title, code: 'invalid-input' } })
    expect(answer.json['fields']).toEqual(fields)
    expect(await readWhole(server)).toEqual(before)
  })
})

describe('an update', () => {
  test('changes the given fields, keeps the others and returns the whole event', async () => {
    const id = await asha.make({ ...VISIT, a: 1, b: 1 })
    server.clock.advance(60_000)
    const answer = await asha.update(id, { a: 2, title: 'Renamed' })
    expect(answer).toMatchObject({ status: 200 })
    expect(answer.json).toEqual({
      ...VISIT,
      _id: id,
      title: 'Renamed',
      a: 2,
      b: 1,
      version: 2,
      createdAt: '2025-09-17T06:30:01.000Z',
      updatedAt: '2025-09-17T06:31:01.000Z',
    })
    expect((await asha.list()).json).toEqual([answer.json])
  })

  test('removes null fields, and replaces an inner object as a whole', async () => {
    const id = await asha.make({ ...VISIT, inner: { a: 1, b: 2 } })
    const { json } = await asha.update(id, { endsAt: null, note: null, inner: { a: 3 } })
    expect(Object.keys(json)).not.toContain('endsAt')
    expect(Object.keys(json)).not.toContain('note')
    expect(json['inner']).toEqual({ a: 3 })
  })

  test('cannot move an event to another id or owner, nor set its version', async () => {
    const id = await asha.make()
    const words = { _id: 'f'.repeat(24), ownerId: RAVI_ID, version: 50, createdAt: null }
    const { json } = await asha.update(id, words)
    expect(json).toEqual({
      ...VISIT,
      _id: id,
      version: 1,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
    expect((await ravi.list()).text).toBe('[]')
  })

  test('that changes nothing succeeds and keeps the version', async () => {
    const id = await asha.make()
    server.clock.advance(60_000)
    const before = await readWhole(server)
    expect((await asha.update(id, { title: VISIT.title })).json).toMatchObject({ version: 1 })
    expect(await readWhole(server)).toEqual(before)
  })

  test('is validated against the merged event', async () => {
    const id = await asha.make()
    const before = await readWhole(server)
    const error = 'The end is before the start.'
    expect(await asha.update(id, { endsAt: '2025-10-01T03:00:00.000Z' })).toMatchObject({
      status: 400,
      json: { error, fields: { endsAt: error } },
    })
    const { json } = await asha.update(id, { title: '' })
    expect(json['fields']).toEqual({ title: 'Give the event a title.' })
    expect(await readWhole(server)).toEqual(before)
  })
})

describe('an event of someone else', () => {
  test('can be neither seen, changed nor deleted, like an event that never existed', async () => {
    const id = await asha.make()
    const before = await readWhole(server)
    const key = { 'Idempotency-Key': 'key-for-hers-000001' }
    for (const wanted of [id, 'f'.repeat(24), 'create', 'x'])
      for (const headers of [{}, key])
        for (const answer of [
          await ravi.update(wanted, { title: 'Mine' }, headers),
          await ravi.remove(wanted, headers),
        ]) {
          expect(answer.status).toBe(404)
          expect(answer.json).toEqual(MISSING)
        }
    expect((await ravi.list()).text).toBe('[]')
    // Includes the idempotency records, so that they do not tell which events exist.
    expect(await readWhole(server)).toEqual(before)
  })
})
