import { beforeEach, describe, expect, test } from 'vitest'
import { FIRST_CALENDAR } from '#src/domain/due/work-calendar.ts'
import {
  type ChecklistItem,
  FIRST_CHECKLIST,
  MAX_ITEM_CHARS,
  MOST_CHECKLIST_ITEMS,
} from '#src/domain/visit/checklist.ts'
import { call } from '#tests/server/api-call.ts'
import { readWhole } from '#tests/server/whole-database.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'

const RULES = '/api/admin/review-rules'
const item = (id: string, label: string, isActive = true): ChecklistItem => ({
  id,
  label,
  isActive,
})
const LIST = [item('lift', 'The lift works'), item('address', 'It is at the address', false)]

const server = serverForEachTest({})
let asha: string // the owner of the panel

beforeEach(async () => {
  asha = await server.signIn()
})

const read = (token = asha) => call(server, 'GET', RULES, { token })
const put = (checklist: unknown, version: string | null = '0', token = asha) =>
  call(server, 'PUT', `${RULES}/checklist`, {
    token,
    body: { checklist },
    headers: version === null ? {} : { 'If-Match': `"${version}"` },
  })

describe('the checklist of visits', () => {
  test('has four points at first, and those who visit read the one that the owner of the panel has set', async () => {
    expect((await read()).json).toMatchObject({ data: { checklist: FIRST_CHECKLIST } })
    expect((await put(LIST)).status).toBe(200)
    const reviewer = await server.signInAs('reviewer')
    expect((await read(reviewer)).json).toMatchObject({
      data: { checklist: LIST },
      meta: { version: '1' },
    })
    const [entry] = await server.listAudit()
    expect(entry).toMatchObject({ action: 'checklist', from_value: null, to_value: null })
  })

  test('is for the owner of the panel alone', async () => {
    expect((await put(LIST, '0', await server.signInAs('reviewer'))).status).toBe(403)
    expect((await read()).json).toMatchObject({ data: { checklist: FIRST_CHECKLIST } })
  })

  test('is not overwritten by an owner who has seen an older one', async () => {
    const [one, other] = await Promise.all([put(LIST), put([])])
    expect([one.status, other.status].sort()).toEqual([200, 412])
    const refused = one.status === 412 ? one : other
    expect(refused.json).toMatchObject({
      code: 'calendar-changed',
      error: expect.stringContaining('Load them again.'),
    })
    expect((await read()).json).toMatchObject({ meta: { version: '1' } })
  })

  test('is not written if it is saved unchanged, or without its version', async () => {
    const whole = await readWhole(server)
    expect((await put(FIRST_CHECKLIST)).status).toBe(200)
    expect(await put(LIST, null)).toMatchObject({ status: 400, json: { code: 'bad-if-match' } })
    expect(await readWhole(server)).toEqual(whole)
  })

  test('keeps the working hours and the order, and they keep it', async () => {
    await put(LIST)
    const body = { ...FIRST_CALENDAR, holidays: ['2026-01-26'] }
    const headers = { 'If-Match': '"1"' }
    await call(server, 'PUT', `${RULES}/calendar`, { token: asha, body, headers })
    expect((await read()).json).toMatchObject({
      data: { checklist: LIST, holidays: ['2026-01-26'], order: 'resubmission' },
      meta: { version: '2' },
    })
  })

  test.each([
    [
      'with one point too many',
      Array.from({ length: MOST_CHECKLIST_ITEMS + 1 }, (_, place) => item(`item-${place}`, 'Seen')),
    ],
    ['with a point without words', [item('lift', ' ')]],
    ['with a point that is too long', [item('lift', 'a'.repeat(MAX_ITEM_CHARS + 1))]],
    ['with two points of one id', [item('lift', 'One'), item('lift', 'Two')]],
    ['that is no list', 'lift'],
  ])('is refused %s', async (_, checklist) => {
    expect((await put(checklist)).status).toBe(400)
    expect((await read()).json).toMatchObject({ data: { checklist: FIRST_CHECKLIST } })
  })
})
