import { parse } from 'valibot'
import { describe, expect, it } from 'vitest'
import { BARE_OPERATOR } from '#mocks/bare-accounts.ts'
import { makeBareBackend } from '#mocks/bare-backend.ts'
import { DashboardSchema } from '#src/domain/dashboard.ts'
import { ListingSchema } from '#src/domain/listing/listing.ts'
import { LoanSchema } from '#src/domain/loan.ts'
import { MemberSchema } from '#src/domain/member.ts'

const ASHA = { email: 'asha@example.in', password: 'a long password', fullName: 'Asha Kulkarni' }

function startBackend() {
  const backend = makeBareBackend()
  const ask = (method: string, path: string, body: unknown = null, token: string | null = null) =>
    backend.answer({ method, path, token, body })
  function tokenFrom(path: string, body: unknown): string {
    const answer = ask('POST', path, body)
    expect(answer).toMatchObject({ status: 200, body: { token: expect.any(String) } })
    // The assertion above has checked that the token is a string.
    return (answer.body as { token: string }).token
  }
  return { backend, ask, tokenFrom }
}

describe('accounts', () => {
  it('are returned without their passwords', () => {
    const { ask } = startBackend()
    expect(JSON.stringify(ask('POST', '/auth/register', ASHA))).not.toContain(ASHA.password)
    expect(JSON.stringify(ask('POST', '/auth/login', ASHA))).not.toContain(ASHA.password)
  })

  it('have session tokens that are invalid after `endSessions`', () => {
    const { backend, ask, tokenFrom } = startBackend()
    const token = tokenFrom('/auth/login', BARE_OPERATOR)
    expect(ask('GET', '/admin/users', null, token).status).toBe(200)
    backend.endSessions()
    expect(ask('GET', '/admin/users', null, token).status).toBe(401)
  })
})

describe('the default data', () => {
  const { data } = makeBareBackend()

  it('matches the schemas of the domain', () => {
    const { figures, chartData, properties, lastTransactions } = data
    const dashboard = { ...figures, chartData, properties, lastTransactions }
    expect(parse(DashboardSchema, dashboard).revenue).toHaveLength(3)
    for (const record of data.properties) parse(ListingSchema, record)
    for (const record of data.loans) parse(LoanSchema, record)
    for (const record of data.users) parse(MemberSchema, record)
  })

  it('contains every variant of a record that the specification allows', () => {
    const has = (test: (record: Record<string, unknown>) => boolean) => data.properties.some(test)
    expect(has((record) => '_id' in record && !('id' in record))).toBe(true)
    expect(has((record) => 'id' in record && !('_id' in record))).toBe(true)
    expect(has((record) => !('status' in record))).toBe(true)
    expect(has((record) => !record['propertyName'])).toBe(true)
    expect(has((record) => typeof record['propertyPrice'] === 'string')).toBe(true)
    expect(has((record) => !record['video'])).toBe(true)
    expect(JSON.stringify(data)).not.toContain('version')
  })
})
