import { beforeEach, describe, expect, test } from 'vitest'
import { FIRST_CALENDAR, type WorkCalendar } from '#src/domain/due/work-calendar.ts'
import { call } from '#tests/server/api-call.ts'
import { idOf, makeListing, makeMarket } from '#tests/server/market-data.ts'
import { readWhole } from '#tests/server/whole-database.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'

const RULES = '/api/admin/review-rules'
const PATH = `${RULES}/calendar`
/** Tuesday and Wednesday at 10:30 in India: both are due at 10:30 of the next day. */
const TUESDAY = makeListing(1, { createdAt: '2025-09-16T05:00:00.000Z' })
const WEDNESDAY = makeListing(2, { createdAt: '2025-09-17T05:00:00.000Z' })
const DECIDED = makeListing(3, { status: 'approved' })

const server = serverForEachTest({
  seed: makeMarket({ listings: [TUESDAY, WEDNESDAY, DECIDED] }),
})
let token: string

beforeEach(async () => {
  token = await server.signIn()
})

const read = () => call(server, 'GET', RULES, { token })
const put = (body: unknown, version: string | null = '0') =>
  call(server, 'PUT', PATH, {
    token,
    body,
    headers: version === null ? {} : { 'If-Match': `"${version}"` },
  })
const preview = (body: unknown) => call(server, 'POST', `${PATH}/preview`, { token, body })

async function listDue() {
  const { json } = await call(server, 'GET', '/api/admin/properties', { token })
  // The cast is safe: the answer is the one that the OpenAPI document describes.
  const rows = json['data'] as unknown as { id: string; dueAt?: string }[]
  return Object.fromEntries(rows.map(({ id, dueAt }) => [id, dueAt]))
}

const withHoliday = (...holidays: string[]): WorkCalendar => ({ ...FIRST_CALENDAR, holidays })

describe('the working hours', () => {
  test('are eight hours from Monday to Saturday at first', async () => {
    const { json, headers } = await read()
    expect(json).toMatchObject({ data: { ...FIRST_CALENDAR, dueHours: 8 }, meta: { version: '0' } })
    const { status } = await call(server, 'GET', RULES, {
      token,
      headers: { 'If-None-Match': headers.get('ETag') ?? '' },
    })
    expect(status).toBe(304)
  })

  test('show before they are saved how many waiting listings change, with old and new due times', async () => {
    const whole = await readWhole(server)
    const { json } = await preview(withHoliday('2025-09-18'))
    expect(json['data']).toEqual({
      waiting: 2,
      changed: 1,
      examples: [
        {
          id: WEDNESDAY.id,
          name: 'Flat 2',
          before: '2025-09-18T05:00:00.000Z',
          after: '2025-09-19T05:00:00.000Z',
        },
      ],
    })
    expect(await readWhole(server)).toEqual(whole)
  })

  test('are saved together with the due times that they give, and panels read the changed rows', async () => {
    const { json } = await call(server, 'GET', '/api/admin/properties', { token })
    const cursor = json['meta']?.['cursor']
    const saved = await put(withHoliday('2025-09-18'))
    expect(saved).toMatchObject({ status: 200, json: { meta: { version: '1' } } })
    expect(await listDue()).toEqual({
      [idOf(1)]: '2025-09-17T05:00:00.000Z',
      [idOf(2)]: '2025-09-19T05:00:00.000Z',
      [idOf(3)]: undefined,
    })
    const delta = await call(server, 'GET', `/api/admin/properties?since=${cursor}`, { token })
    expect(delta.json).toMatchObject({ data: [{ id: idOf(2) }], removed: [] })
    const [entry] = await server.listAudit()
    expect(entry).toMatchObject({ action: 'work-calendar', from_value: null, to_value: null })
  })

  test('apply to the submissions that arrive later', async () => {
    await put(withHoliday('2025-09-18'))
    await server.db.updateTable('listings').set({ updated_at: DECIDED.createdAt }).execute()
    const path = `/api/admin/properties/${DECIDED.id}/status`
    await call(server, 'PATCH', path, { token, body: { status: 'pending' } })
    // Wednesday at noon.
    expect((await listDue())[DECIDED.id]).toBe('2025-09-19T06:30:00.000Z')
  })

  test('are not overwritten by an owner who saves at the same time', async () => {
    const [one, other] = await Promise.all([
      put(withHoliday('2025-09-18')),
      put(withHoliday('2025-09-19')),
    ])
    const refused = one.status === 412 ? one : other
    expect([one.status, other.status].sort()).toEqual([200, 412])
    expect(refused.json).toMatchObject({
      code: 'calendar-changed',
      error:
        'Somebody else has changed the working hours, the order or the checklist meanwhile. Load them again.',
    })
    expect((await read()).json).toMatchObject({ meta: { version: '1' } })
  })

  test('are not written if they are saved unchanged, or without their version', async () => {
    const whole = await readWhole(server)
    expect((await put(FIRST_CALENDAR)).status).toBe(200)
    expect(await put(withHoliday('2025-09-18'), null)).toMatchObject({
      status: 400,
      json: { code: 'bad-if-match' },
    })
    expect(await readWhole(server)).toEqual(whole)
  })

  test('without any working time are refused, also in a preview', async () => {
    const days = Object.keys(FIRST_CALENDAR.week).map((day) => [day, []])
    const closed = { week: Object.fromEntries(days), holidays: [] }
    const refusal = {
      status: 400,
      json: { error: 'Nothing would ever be due: a week needs at least one working hour.' },
    }
    expect(await put(closed)).toMatchObject(refusal)
    expect(await preview(closed)).toMatchObject(refusal)
  })
})

describe('the order of review', () => {
  const setOrder = (order: string, version = '0') =>
    call(server, 'PUT', `${RULES}/order`, {
      token,
      body: { order },
      headers: { 'If-Match': `"${version}"` },
    })

  test('has the resubmitted listings first until an owner sets another one, which the log names', async () => {
    expect((await read()).json).toMatchObject({ data: { order: 'resubmission' } })
    expect((await setOrder('price')).status).toBe(200)
    expect((await read()).json).toMatchObject({ data: { order: 'price' }, meta: { version: '1' } })
    const [entry] = await server.listAudit()
    expect(entry).toMatchObject({
      action: 'review-order',
      from_value: 'resubmission',
      to_value: 'price',
    })
  })

  test('is not overwritten by an owner who has seen older rules, nor by an unknown order', async () => {
    await put(withHoliday('2025-09-18'))
    expect(await setOrder('price')).toMatchObject({
      status: 412,
      json: { code: 'calendar-changed' },
    })
    expect((await setOrder('luck', '1')).status).toBe(400)
    expect((await read()).json).toMatchObject({ data: { order: 'resubmission' } })
  })

  test('keeps the working hours, and they keep it', async () => {
    await setOrder('due')
    await put(withHoliday('2025-09-18'), '1')
    expect((await read()).json).toMatchObject({
      data: { order: 'due', holidays: ['2025-09-18'] },
      meta: { version: '2' },
    })
  })
})
