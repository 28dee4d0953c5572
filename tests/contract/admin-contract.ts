import { describe, expect } from 'vitest'
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
import {
  type ContractBackend,
  expectRefusal,
  makeContractTest,
  readAs,
} from './contract-backend.ts'
import { ADMIN_CALLS } from './contract-calls.ts'

type AdminTest = ReturnType<typeof makeAdminTest>

/** In each test, `desk` is the signed-in operator. */
function makeAdminTest(start: () => Promise<ContractBackend>) {
  return makeContractTest(start).extend('desk', ({ backend }) => openDesk(backend))
}

/**
 * Tests of the operator's calls, by sections 3 and 7 of the specification only. Every backend that the
 * panel supports must pass them.
 */
export function describeAdminContract(name: string, start: () => Promise<ContractBackend>): void {
  const test = makeAdminTest(start)
  describe(`the operator's calls on ${name}`, () => {
    describeSignIn(test)
    describeReads(test)
    describeStatusChanges(test)
    describeDeletes(test)
  })
}

function describeSignIn(test: AdminTest): void {
  test('the operator signs in and gets a user and a token', async ({ backend }) => {
    const { user } = await signIn(backend)
    expect(user.email).toBe(backend.operator.email)
    expect(user.role).toBe('admin')
  })

  test('a wrong password or account gets a 401 with Invalid credentials and no token', async ({
    backend: { operator, request },
  }) => {
    for (const wrong of [{ password: 'not the password at all' }, { email: 'nobody@example.in' }]) {
      const answer = await request('POST', '/auth/login', { body: { ...operator, ...wrong } })
      expect(answer.status).toBe(401)
      const body = await readAs(ErrorAnswerSchema, answer)
      expect(body.error).toBe('Invalid credentials')
      expect(body).not.toHaveProperty('token')
    }
  })

  test('every call needs a valid token', async ({ backend }) => {
    for (const [method, path] of ADMIN_CALLS) {
      const body = method === 'PATCH' ? { status: 'approved' } : undefined
      const flaws = await findGuardFlaws(backend.request, method, path, body)
      expect({ method, path, flaws }).toEqual({ method, path, flaws: [] })
    }
  })
}

function describeReads(test: AdminTest): void {
  test('the dashboard has a chart, properties and recent transactions', async ({ desk }) => {
    const { chartData, properties, lastTransactions } = await desk.readDashboard()
    for (const { key } of REVENUE_SERIES) expect(chartData[0]).toHaveProperty([key])
    expect(properties.length).toBeGreaterThan(0)
    expect(lastTransactions.length).toBeGreaterThan(0)
  })

  test('the answers with properties, loans and users have a non-empty list in `data`', async ({
    desk,
  }) => {
    expect((await desk.listProperties()).length).toBeGreaterThan(0)
    const loans = await readAs(LoansAnswer, await desk.ask('GET', '/admin/loan'))
    expect(loans.data.some((loan) => loan.user?.fullName)).toBe(true)
    const users = await readAs(MembersAnswer, await desk.ask('GET', '/admin/users'))
    expect(users.data.some((user) => user.fullName)).toBe(true)
  })

  test('an auction has a starting bid and an end time', async ({ desk }) => {
    const properties = await desk.listProperties()
    const auctions = properties.filter(({ saleType }) => saleType === 'Auction')
    expect(auctions.length).toBeGreaterThan(0)
    for (const { auctionDetails } of auctions) {
      expect(auctionDetails?.startingBidAmount).toBeGreaterThan(0)
      expect(Date.parse(auctionDetails?.auctionEndDateTime ?? '')).not.toBeNaN()
    }
  })
}

function describeStatusChanges(test: AdminTest): void {
  test('a new status appears in the next reads of the list and of the dashboard', async ({
    desk,
  }) => {
    const before = await desk.listProperties()
    const id = await findPendingOnBoard(desk)
    for (const status of [...LISTING_STATUSES, 'approved']) {
      await readAs(SuccessAnswer, await desk.setStatus(id, status))
      const after = await desk.listProperties()
      expect(find(after, id)?.status).toBe(status)
      expect(others(after, id)).toEqual(others(before, id))
    }
    expect(find((await desk.readDashboard()).properties, id)?.status).toBe('approved')
  })

  test('setting the status that a property already has succeeds', async ({ desk }) => {
    const id = idOf((await desk.listProperties())[0])
    await readAs(SuccessAnswer, await desk.setStatus(id, 'approved'))
    await readAs(SuccessAnswer, await desk.setStatus(id, 'approved'))
    expect(find(await desk.listProperties(), id)?.status).toBe('approved')
  })

  test('an unknown status is refused and changes nothing', async ({ desk }) => {
    const before = await desk.listProperties()
    for (const status of ['sold', 'Approved', '', null, 1]) {
      const answer = await desk.setStatus(idOf(before[0]), status)
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
      await readAs(ErrorAnswerSchema, answer)
    }
    expect(await desk.listProperties()).toEqual(before)
  })

  test('the headers Idempotency-Key and If-None-Match are accepted, even if the backend does not use them', async ({
    desk,
  }) => {
    const id = idOf((await desk.listProperties())[0])
    const key = { 'Idempotency-Key': 'contract-key-0123456789' }
    await readAs(SuccessAnswer, await desk.setStatus(id, 'rejected', key))
    await readAs(SuccessAnswer, await desk.setStatus(id, 'rejected', key))
    const list = await desk.listProperties({ 'If-None-Match': '"old"' })
    expect(find(list, id)?.status).toBe('rejected')
  })
}

function describeDeletes(test: AdminTest): void {
  test('a deleted property disappears from the list and the dashboard, and the others remain', async ({
    desk,
  }) => {
    const before = await desk.listProperties()
    const id = await findPendingOnBoard(desk)
    await readAs(SuccessAnswer, await desk.remove(id))
    expect(await desk.listProperties()).toEqual(others(before, id))
    expect((await desk.readDashboard()).properties.map(idOf)).not.toContain(id)
  })

  test('a change of a deleted or unknown property gets a 404 with an error message', async ({
    desk,
  }) => {
    const id = idOf((await desk.listProperties())[0])
    await desk.remove(id)
    await expectRefusal(await desk.remove(id), 404)
    await expectRefusal(await desk.setStatus(id, 'approved'), 404)
    await expectRefusal(await desk.setStatus('000000000000000000000000', 'approved'), 404)
  })
}

type Desk = Awaited<ReturnType<typeof openDesk>>

async function openDesk(backend: ContractBackend) {
  const { token } = await signIn(backend)
  const ask = (method: string, path: string, body?: unknown, headers = {}) =>
    backend.request(method, path, { token, body, headers })
  return {
    ask,
    listProperties: async (headers = {}) => {
      const answer = await ask('GET', '/admin/properties', undefined, headers)
      return (await readAs(PropertiesAnswer, answer)).data
    },
    readDashboard: async () =>
      (await readAs(DashboardAnswer, await ask('GET', '/admin/dashboard-stats'))).data,
    setStatus: (id: string, status: unknown, headers = {}) =>
      ask('PATCH', `/admin/properties/${id}/status`, { status }, headers),
    remove: (id: string) => ask('DELETE', `/admin/property/${id}`),
  }
}

async function signIn({ operator, request }: ContractBackend) {
  const { email, password } = operator
  const answer = await request('POST', '/auth/login', { body: { email, password } })
  expect(answer.status).toBe(200)
  return readAs(SignInWire, answer)
}

/** The id of a pending property that the dashboard shows. */
async function findPendingOnBoard({ readDashboard }: Desk): Promise<string> {
  const { properties } = await readDashboard()
  return idOf(properties.find(({ status }) => status === 'pending'))
}

const find = (list: readonly Property[], id: string) => list.find((one) => idOf(one) === id)
const others = (list: readonly Property[], id: string) => list.filter((one) => idOf(one) !== id)
