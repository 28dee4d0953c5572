import { describe, expect, test } from 'vitest'
import { call } from '#tests/server/api-call.ts'
import { idOf, makeListing } from '#tests/server/market-data.ts'
import { readWhole } from '#tests/server/whole-database.ts'
import { idsOf, listingsForEachTest } from './listing-calls.ts'

const { server, operator } = listingsForEachTest([makeListing(2), makeListing(3, { status: null })])

const patch = (status: string, headers?: Record<string, string>, id = idOf(2)) =>
  operator.setStatus(id, status, headers)
const remove = (headers?: Record<string, string>) => operator.remove(idOf(2), headers)

describe('a status change', () => {
  test('returns the listing with its new version, and the next read shows it', async () => {
    server.clock.advance(60_000)
    const answer = await patch('approved')
    expect(answer).toMatchObject({ status: 200, json: { success: true } })
    expect(answer.headers.get('ETag')).toBe('"2"')
    expect(answer.json['data']).toMatchObject({
      _id: idOf(2),
      version: 2,
      status: 'approved',
      updatedAt: '2025-09-17T06:31:00.000Z',
      ownerDetails: { name: 'Asha Rao' },
    })
    expect((await operator.read()).json['data']?.['1']).toEqual(answer.json['data'])
  })

  test('to the current status succeeds and changes nothing', async () => {
    const before = await readWhole(server)
    const answer = await patch('pending')
    expect(answer.json).toMatchObject({ success: true, data: { version: 1 } })
    expect(await readWhole(server)).toEqual(before)
  })

  test('from no status to pending counts as a change', async () => {
    const answer = await patch('pending', {}, idOf(3))
    expect(answer.json['data']).toMatchObject({ status: 'pending', version: 2 })
  })

  test('is audited with its user, device, values and idempotency key', async () => {
    await patch('approved', { 'Idempotency-Key': 'key-0123456789abcdef' })
    const [row] = await server.db.selectFrom('audit_log').selectAll().execute()
    const staff = server.db.selectFrom('users').select('id').where('role', '=', 'admin')
    expect(row).toMatchObject({
      at: '2025-09-17T06:30:00.000Z',
      actor_id: (await staff.executeTakeFirstOrThrow()).id,
      device_label: 'Chrome on Android',
      action: 'status',
      entity: 'listing',
      entity_id: idOf(2),
      from_value: 'pending',
      to_value: 'approved',
      idempotency_key: 'key-0123456789abcdef',
    })
  })

  test('of an unknown listing is a 404 in JSON', async () => {
    for (const id of [idOf(99), 'nonsense', "'; drop table listings; --", '%00']) {
      const answer = await patch('approved', {}, encodeURIComponent(id))
      expect(answer).toMatchObject({ status: 404, json: { success: false, code: 'not-found' } })
    }
  })
})

describe('a change that sends a version in If-Match', () => {
  test('is applied while the listing is at that version', async () => {
    expect((await patch('approved', { 'If-Match': '"1"' })).status).toBe(200)
    expect((await patch('rejected', { 'If-Match': 'W/"2"' })).status).toBe(200)
    expect((await patch('pending', { 'If-Match': '*' })).status).toBe(200)
  })

  test('is refused if the listing has changed since, and the answer reports that change', async () => {
    server.clock.advance(5000)
    await patch('approved')
    const before = await readWhole(server)
    for (const answer of [
      await patch('rejected', { 'If-Match': '"1"' }),
      await remove({ 'If-Match': '"1"' }),
    ]) {
      expect(answer.status).toBe(412)
      expect(answer.headers.get('ETag')).toBe('"2"')
      expect(answer.json).toEqual({
        success: false,
        error: 'This listing was changed in the meantime.',
        code: 'version-conflict',
        data: {
          current: expect.objectContaining({ _id: idOf(2), version: 2, status: 'approved' }),
          changedAt: '2025-09-17T06:30:05.000Z',
          actorId: expect.stringMatching(/^[0-9a-f]{24}$/),
          by: 'Operator',
          device: 'Chrome on Android',
        },
      })
    }
    expect(await readWhole(server)).toEqual(before)
  })

  test('is refused when the version is not in quotes', async () => {
    const answer = await patch('approved', { 'If-Match': '1' })
    expect(answer).toMatchObject({ status: 400, json: { code: 'bad-if-match' } })
  })
})

describe('deleting a listing', () => {
  test('removes it from every read for good', async () => {
    expect(await remove()).toMatchObject({ status: 200, json: { success: true } })
    expect(idsOf((await operator.read()).json)).toEqual([idOf(3)])
    expect((await operator.history(idOf(2))).status).toBe(404)
    const { token } = operator
    const board = await call(server, 'GET', '/api/admin/dashboard-stats', { token })
    expect(board.text).not.toContain(idOf(2))
    expect((await patch('approved')).status).toBe(404)
    expect((await remove()).json).toMatchObject({ success: false, code: 'not-found' })
  })

  test('logs its id with the revision and the time, and adds an audit entry', async () => {
    await remove()
    const { changes, audit } = await readWhole(server)
    expect(changes).toMatchObject([
      {
        kind: 'deleted',
        listing_id: idOf(2),
        revision: 2,
        at: '2025-09-17T06:30:00.000Z',
        from_value: 'pending',
        to_value: null,
      },
    ])
    expect(audit).toMatchObject([{ action: 'delete', entity_id: idOf(2), from_value: 'pending' }])
  })

  test('also works at /properties/{id}, and with an empty JSON body', async () => {
    const options = { token: operator.token, headers: { 'Content-Type': 'application/json' } }
    const answer = await call(server, 'DELETE', `/api/admin/properties/${idOf(3)}`, options)
    expect(answer.status).toBe(200)
    expect(idsOf((await operator.read()).json)).toEqual([idOf(2)])
  })
})

test('the history of a listing shows who posted it and every decision, newest first', async () => {
  await patch('approved')
  server.clock.advance(1000)
  await patch('pending')
  const history = await operator.history(idOf(2))
  const [entry] = await server.db.selectFrom('audit_log').select('actor_id as actorId').execute()
  expect(history.json['data']).toMatchObject([
    { action: 'Undid the approval', from: 'approved', to: 'pending', device: 'Chrome on Android' },
    {
      action: 'Approved',
      from: 'pending',
      to: 'approved',
      at: '2025-09-17T06:30:00.000Z',
      ...entry,
    },
    { action: 'Posted', at: '2025-06-01T00:02:00.000Z', actorId: null, detail: 'Asha Rao' },
  ])
})
