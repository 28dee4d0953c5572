import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { REVENUE_SERIES } from '#src/domain/dashboard.ts'
import { LISTING_STATUSES } from '#src/domain/listing/listing.ts'
import { ErrorAnswerSchema } from '#src/domain/wire.ts'
import { SignInWire } from './account-wire.ts'
import {
  DashboardAnswer,
  idOf,
  LoansAnswer,
  MembersAnswer,
  PropertiesAnswer,
  type Property,
  SuccessAnswer,
} from './admin-wire.ts'
import { findGuardFlaws } from './answer-check.ts'
import { type ContractBackend, readAs } from './contract-backend.ts'
import { ADMIN_CALLS } from './contract-calls.ts'

/** A backend with a signed-in operator. */
interface Desk {
  backend: ContractBackend
  ask(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Response>
  listProperties(): Promise<Property[]>
  setStatus(id: string, status: unknown): Promise<Response>
}

/**
 * Tests of the operator's calls, by sections 3 and 7 of the specification only. Every backend that the
 * panel supports must pass them.
 */
export function describeAdminContract(name: string, start: () => Promise<ContractBackend>): void {
  describe(`the operator's calls on ${name}`, () => {
    let desk: Desk
    beforeEach(async () => {
      desk = await openDesk(await start())
    })
    afterEach(() => desk.backend.close())

    describeSignIn(() => desk)
    describeReads(() => desk)
    describeStatusChanges(() => desk)
    describeDeletes(() => desk)
  })
}

function describeSignIn(desk: () => Desk): void {
  it('the operator signs in and gets a user and a token', async () => {
    const { user } = await signIn(desk().backend)
    expect(user.email).toBe(desk().backend.operator.email)
    expect(user.role).toBe('admin')
  })

  it('a wrong password or account gets a 401 with Invalid credentials and no token', async () => {
    const { operator, request } = desk().backend
    for (const wrong of [{ password: 'not the password at all' }, { email: 'nobody@example.in' }]) {
      const answer = await request('POST', '/auth/login', { body: { ...operator, ...wrong } })
      expect(answer.status).toBe(401)
      const body = await readAs(ErrorAnswerSchema, answer)
      expect(body.error).toBe('Invalid credentials')
      expect(body).not.toHaveProperty('token')
    }
  })

  it('every call needs a valid token', async () => {
    for (const [method, path] of ADMIN_CALLS) {
      const body = method === 'PATCH' ? { status: 'approved' } : undefined
      const flaws = await findGuardFlaws(desk().backend.request, method, path, body)
      expect({ method, path, flaws }).toEqual({ method, path, flaws: [] })
    }
  })
}

function describeReads(desk: () => Desk): void {
  it('the dashboard has a chart, properties and recent transactions', async () => {
    const { chartData, properties, lastTransactions } = await readDashboard(desk())
    for (const { key } of REVENUE_SERIES) expect(chartData[0]).toHaveProperty([key])
    expect(properties.length).toBeGreaterThan(0)
    expect(lastTransactions.length).toBeGreaterThan(0)
  })

  it('the answers with properties, loans and users have a non-empty list in `data`', async () => {
    expect((await desk().listProperties()).length).toBeGreaterThan(0)
    const loans = await readAs(LoansAnswer, await desk().ask('GET', '/admin/loan'))
    expect(loans.data.some((loan) => loan.user?.fullName)).toBe(true)
    const users = await readAs(MembersAnswer, await desk().ask('GET', '/admin/users'))
    expect(users.data.some((user) => user.fullName)).toBe(true)
  })

  it('an auction has a starting bid and an end time', async () => {
    const properties = await desk().listProperties()
    const auctions = properties.filter(({ saleType }) => saleType === 'Auction')
    expect(auctions.length).toBeGreaterThan(0)
    for (const { auctionDetails } of auctions) {
      expect(auctionDetails?.startingBidAmount).toBeGreaterThan(0)
      expect(Date.parse(auctionDetails?.auctionEndDateTime ?? '')).not.toBeNaN()
    }
  })
}

function describeStatusChanges(desk: () => Desk): void {
  it('a new status appears in the next reads of the list and of the dashboard', async () => {
    const { listProperties, setStatus } = desk()
    const before = await listProperties()
    const id = await findPendingOnBoard(desk())
    for (const status of [...LISTING_STATUSES, 'approved']) {
      await readAs(SuccessAnswer, await setStatus(id, status))
      const after = await listProperties()
      expect(find(after, id)?.status).toBe(status)
      expect(others(after, id)).toEqual(others(before, id))
    }
    expect(find((await readDashboard(desk())).properties, id)?.status).toBe('approved')
  })

  it('setting the status that a property already has succeeds', async () => {
    const { listProperties, setStatus } = desk()
    const id = idOf((await listProperties())[0])
    await readAs(SuccessAnswer, await setStatus(id, 'approved'))
    await readAs(SuccessAnswer, await setStatus(id, 'approved'))
    expect(find(await listProperties(), id)?.status).toBe('approved')
  })

  it('an unknown status is refused and changes nothing', async () => {
    const { listProperties, setStatus } = desk()
    const before = await listProperties()
    for (const status of ['sold', 'Approved', '', null, 1]) {
      const answer = await setStatus(idOf(before[0]), status)
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
      await readAs(ErrorAnswerSchema, answer)
    }
    expect(await listProperties()).toEqual(before)
  })

  it('the headers Idempotency-Key and If-None-Match are accepted, even if the backend does not use them', async () => {
    const { ask, listProperties } = desk()
    const id = idOf((await listProperties())[0])
    const path = `/admin/properties/${id}/status`
    const key = { 'Idempotency-Key': 'contract-key-0123456789' }
    await readAs(SuccessAnswer, await ask('PATCH', path, { status: 'rejected' }, key))
    await readAs(SuccessAnswer, await ask('PATCH', path, { status: 'rejected' }, key))
    const read = await ask('GET', '/admin/properties', undefined, { 'If-None-Match': '"old"' })
    expect(find((await readAs(PropertiesAnswer, read)).data, id)?.status).toBe('rejected')
  })
}

function describeDeletes(desk: () => Desk): void {
  it('a deleted property disappears from the list and the dashboard, and the others remain', async () => {
    const { ask, listProperties } = desk()
    const before = await listProperties()
    const id = await findPendingOnBoard(desk())
    await readAs(SuccessAnswer, await ask('DELETE', `/admin/property/${id}`))
    expect(await listProperties()).toEqual(others(before, id))
    expect((await readDashboard(desk())).properties.map(idOf)).not.toContain(id)
  })

  it('a change of a deleted or unknown property gets a 404 with an error message', async () => {
    const { ask, listProperties, setStatus } = desk()
    const id = idOf((await listProperties())[0])
    await ask('DELETE', `/admin/property/${id}`)
    const answers = [
      await ask('DELETE', `/admin/property/${id}`),
      await setStatus(id, 'approved'),
      await setStatus('000000000000000000000000', 'approved'),
    ]
    for (const answer of answers) {
      expect(answer.status).toBe(404)
      await readAs(ErrorAnswerSchema, answer)
    }
  })
}

async function openDesk(backend: ContractBackend): Promise<Desk> {
  const { token } = await signIn(backend)
  const ask: Desk['ask'] = (method, path, body, headers = {}) =>
    backend.request(method, path, { token, body, headers })
  return {
    backend,
    ask,
    listProperties: async () =>
      (await readAs(PropertiesAnswer, await ask('GET', '/admin/properties'))).data,
    setStatus: (id, status) => ask('PATCH', `/admin/properties/${id}/status`, { status }),
  }
}

async function signIn({ operator, request }: ContractBackend) {
  const { email, password } = operator
  const answer = await request('POST', '/auth/login', { body: { email, password } })
  expect(answer.status).toBe(200)
  return readAs(SignInWire, answer)
}

async function readDashboard({ ask }: Desk) {
  return (await readAs(DashboardAnswer, await ask('GET', '/admin/dashboard-stats'))).data
}

/** The id of a pending property that the dashboard shows. */
async function findPendingOnBoard(desk: Desk): Promise<string> {
  const { properties } = await readDashboard(desk)
  return idOf(properties.find(({ status }) => status === 'pending'))
}

const find = (list: readonly Property[], id: string) => list.find((one) => idOf(one) === id)
const others = (list: readonly Property[], id: string) => list.filter((one) => idOf(one) !== id)
