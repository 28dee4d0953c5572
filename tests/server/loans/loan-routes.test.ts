import { beforeEach, describe, expect, test } from 'vitest'
import { call } from '#tests/server/api-call.ts'
import { idOf, makeLoan, makeMarket } from '#tests/server/market-data.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'

const HOUR_MS = 3_600_000

const server = serverForEachTest({
  seed: makeMarket({
    loans: [makeLoan(10), makeLoan(11, { panNumber: null, createdAt: '2025-07-01T00:00:00.000Z' })],
  }),
})
let token: string

beforeEach(async () => {
  token = await server.signIn({ userAgent: 'Mozilla/5.0 (X11; Linux) Firefox/128.0' })
})

function reveal(id = idOf(10)) {
  return call(server, 'POST', `/api/admin/loan/${id}/pan`, { token })
}

test.each(['loan', 'loans'])(
  'GET /%s lists the applications with their PAN masked',
  async (path) => {
    const answer = await call(server, 'GET', `/api/admin/${path}`, { token })
    expect(answer.json).toEqual({
      success: true,
      data: [
        {
          _id: idOf(10),
          user: {
            id: idOf(1),
            fullName: 'Asha Rao',
            phoneNumber: '+91 98765 43210',
            profilePicture: null,
          },
          occupationType: 'Salaried',
          income: 85000,
          panNumber: 'ABCPVXXXXK',
          createdAt: '2025-08-01T00:00:00.000Z',
        },
        expect.objectContaining({ _id: idOf(11), panNumber: null }),
      ],
    })
    expect(answer.text).not.toContain('ABCPV1234K')
  },
)

describe('revealing a PAN', () => {
  test('returns the PAN and adds an audit entry with the device; no log contains the PAN', async () => {
    expect((await reveal()).json).toEqual({ success: true, data: { panNumber: 'ABCPV1234K' } })
    const audit = await server.listAudit()
    expect(audit).toMatchObject([
      {
        action: 'pan-reveal',
        entity: 'loan',
        entity_id: idOf(10),
        device_label: 'Firefox on Linux',
      },
    ])
    expect(JSON.stringify(audit) + server.logged.join()).not.toContain('ABCPV1234K')
    const history = await call(server, 'GET', `/api/admin/loan/${idOf(10)}/history`, { token })
    expect(history.json['data']).toMatchObject([
      { action: 'PAN revealed', device: 'Firefox on Linux', at: '2025-09-17T06:30:00.000Z' },
      { action: 'Applied', at: '2025-08-01T00:00:00.000Z' },
    ])
  })

  test('is allowed thirty times an hour', async () => {
    for (let index = 0; index < 30; index += 1) expect((await reveal()).status).toBe(200)
    const refused = await reveal()
    expect(refused).toMatchObject({ status: 429, json: { success: false, code: 'too-many' } })
    expect(refused.headers.get('Retry-After')).toBe('3600')
    expect(refused.text).not.toContain('ABCPV1234K')
    server.clock.advance(HOUR_MS)
    token = await server.signIn()
    expect((await reveal()).status).toBe(200)
  })

  test('is allowed a hundred times a day', async () => {
    for (let index = 0; index < 100; index += 1) {
      if (index > 0 && index % 30 === 0) server.clock.advance(HOUR_MS)
      if (index % 30 === 0) token = await server.signIn()
      expect((await reveal()).status).toBe(200)
    }
    server.clock.advance(HOUR_MS)
    token = await server.signIn()
    const refused = await reveal()
    expect(refused.status).toBe(429)
    expect(refused.headers.get('Retry-After')).toBe(String(20 * 3600))
  })

  test('is a 404 for a loan application that is unknown or has no PAN, and counts towards the limits', async () => {
    expect(await reveal(idOf(99))).toMatchObject({ status: 404, json: { code: 'not-found' } })
    expect(await reveal(idOf(11))).toMatchObject({ status: 404, json: { code: 'no-pan' } })
    expect(await server.listAudit()).toEqual([])
    const counted = server.db.selectFrom('attempts').select('kind')
    expect(await counted.execute()).toEqual([{ kind: 'pan-reveal' }, { kind: 'pan-reveal' }])
  })
})
