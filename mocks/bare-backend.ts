import * as v from 'valibot'
import { ListingStatusSchema } from '#src/domain/listing/listing.ts'
import {
  type BareAccount,
  type BareAccountState,
  makeAccountState,
  makeBareAccounts,
} from './bare-accounts.ts'
import { type BareAnswer, failed, ok, success } from './bare-answer.ts'
import { type BareData, type BareRecord, makeBareData } from './bare-records.ts'

// An in-memory backend with exactly the thirteen calls of section 7 of the specification. It has no
// versions, ETags, idempotency keys, paging or expiry: an app that works with it works with any
// backend that follows the specification.

export interface BareRequest {
  method: string
  /** Without the /api prefix. */
  path: string
  /** The bearer token; null when none was sent. */
  token: string | null
  body: unknown
}

/** The whole state of the backend, as JSON. */
export interface BareState extends BareAccountState {
  data: BareData
}

export interface BareBackend {
  /** The stored data. A test may change it to simulate another user. */
  data: BareData
  answer(request: BareRequest): BareAnswer
  /** Invalidates every token issued so far. */
  endSessions(): void
}

interface Call extends BareRequest {
  data: BareData
  account: BareAccount
  /** The {id} segment of the path; '' in paths without one. */
  id: string
}

const ROUTES: readonly [method: string, path: RegExp, handle: (call: Call) => BareAnswer][] = [
  ['GET', /^\/events\/user$/, ({ account }) => ok(account.events)],
  ['POST', /^\/events\/create$/, createEvent],
  ['PUT', /^\/events\/([^/]+)$/, updateEvent],
  ['DELETE', /^\/events\/([^/]+)$/, deleteEvent],
  ['GET', /^\/admin\/dashboard-stats$/, ({ data }) => success(dashboardOf(data))],
  ['GET', /^\/admin\/properties$/, ({ data }) => success(data.properties)],
  ['PATCH', /^\/admin\/properties\/([^/]+)\/status$/, setStatus],
  ['DELETE', /^\/admin\/property\/([^/]+)$/, deleteProperty],
  ['GET', /^\/admin\/loan$/, ({ data }) => success(data.loans)],
  ['GET', /^\/admin\/users$/, ({ data }) => success(data.users)],
]

const StatusBody = v.looseObject({ status: ListingStatusSchema })
const AnyRecord = v.record(v.string(), v.unknown())

export function makeBareState(): BareState {
  return { ...makeAccountState(), data: makeBareData() }
}

/** Changes the given state in place. */
export function makeBareBackend(state: BareState = makeBareState()): BareBackend {
  const { data } = state
  const accounts = makeBareAccounts(state)

  function answer(request: BareRequest): BareAnswer {
    const { method, path, token, body } = request
    if (method === 'POST' && path === '/auth/register') return accounts.register(body)
    if (method === 'POST' && path === '/auth/login') return accounts.login(body)
    if (method === 'POST' && path === '/auth/verify-otp') return accounts.verify(body)
    const account = accounts.findByToken(token)
    if (!account) return failed(401, 'Please sign in')
    if (path.startsWith('/admin/') && account.user.role !== 'admin') {
      return failed(403, 'This is for the operator')
    }
    for (const [routeMethod, pattern, handle] of ROUTES) {
      const match = routeMethod === method ? pattern.exec(path) : null
      if (match) return handle({ ...request, data, account, id: match[1] ?? '' })
    }
    return failed(404, 'There is nothing here')
  }

  return { data, answer, endSessions: accounts.endSessions }
}

function dashboardOf({ figures, chartData, properties, lastTransactions }: BareData): BareRecord {
  return { ...figures, chartData, properties, lastTransactions }
}

function setStatus({ data, id, body }: Call): BareAnswer {
  if (!v.is(StatusBody, body)) return failed(400, 'The status is pending, approved or rejected')
  const property = data.properties.find((record) => idOf(record) === id)
  if (!property) return failed(404, 'There is no such property')
  property['status'] = body.status
  return ok({ success: true })
}

function deleteProperty({ data, id }: Call): BareAnswer {
  const index = data.properties.findIndex((record) => idOf(record) === id)
  if (index < 0) return failed(404, 'There is no such property')
  data.properties.splice(index, 1)
  return ok({ success: true })
}

function createEvent({ account, body }: Call): BareAnswer {
  if (!isRecord(body)) return failed(400, 'An event is a JSON object')
  const event = { ...body, _id: crypto.randomUUID() }
  account.events.push(event)
  return ok(event)
}

function updateEvent({ account, id, body }: Call): BareAnswer {
  const event = account.events.find((record) => record['_id'] === id)
  if (!event) return failed(404, 'There is no such event')
  if (!isRecord(body)) return failed(400, 'An event is a JSON object')
  return ok(Object.assign(event, body, { _id: id }))
}

function deleteEvent({ account, id }: Call): BareAnswer {
  const index = account.events.findIndex((record) => record['_id'] === id)
  if (index < 0) return failed(404, 'There is no such event')
  account.events.splice(index, 1)
  return ok({ success: true })
}

/** Valibot's `record` also accepts arrays. */
function isRecord(body: unknown): body is BareRecord {
  return v.is(AnyRecord, body) && !Array.isArray(body)
}

const idOf = (record: BareRecord) => String(record['_id'] ?? record['id'])
