import { setupServer } from 'msw/node'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { BARE_OPERATOR } from '#mocks/bare-accounts.ts'
import { makeBareBackend } from '#mocks/bare-backend.ts'
import { makeBareApi } from '#mocks/bare-handlers.ts'
import type { Fault } from '#mocks/fault-script.ts'

const HOST = 'http://panel.test'
const PENDING_ID = '665f0b1ca1b2c3d4e5f60701'
const STATUS_PATH = `/admin/properties/${PENDING_ID}/status`

const network = setupServer()
let api = makeBareApi()
let token = ''

beforeAll(() => network.listen({ onUnhandledRequest: 'error' }))
afterAll(() => network.close())
beforeEach(async () => {
  api = makeBareApi(makeBareBackend())
  network.resetHandlers(...api.handlers)
  const answer = await send('POST', '/auth/login', BARE_OPERATOR)
  token = (await answer.json()).token
})

function send(method: string, path: string, body?: unknown, init: RequestInit = {}) {
  return fetch(`${HOST}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...init,
  })
}

const approve = (init?: RequestInit) => send('PATCH', STATUS_PATH, { status: 'approved' }, init)

function statusNow() {
  return api.backend.data.properties.find((record) => record['_id'] === PENDING_ID)?.['status']
}

function failApprovalBy(fault: Fault) {
  api.faults.failNext('PATCH', '/admin/properties/:id/status', fault)
}

/** What a client sees: the answer, or that there was none. */
async function readAnswer(answering: Promise<Response>) {
  const answer = await answering.catch(() => null)
  if (!answer) return 'no answer'
  const { status, headers } = answer
  const text = await answer.text()
  return { status, type: headers.get('content-type'), wait: headers.get('retry-after'), text }
}

const BUSY_BODY = { success: false, error: 'Busy' }
const HTML = expect.stringContaining('text/html')

it.each<[Fault, seen: unknown, statusAfter: string]>([
  [
    { kind: 'status', status: 503, body: BUSY_BODY, headers: { 'Retry-After': '7' } },
    { status: 503, wait: '7', text: JSON.stringify(BUSY_BODY) },
    'pending',
  ],
  [
    { kind: 'refused', error: 'Not today' },
    { status: 200, text: '{"success":false,"error":"Not today"}' },
    'pending',
  ],
  [{ kind: 'no-answer' }, 'no answer', 'pending'],
  [{ kind: 'captive-portal' }, { status: 200, type: HTML }, 'pending'],
  [{ kind: 'lost-answer' }, 'no answer', 'approved'],
  [{ kind: 'truncated' }, { status: 200, text: expect.stringMatching(/^\{[^}]*$/) }, 'approved'],
])(
  'a client sees the fault $kind, and the change takes effect only if it should',
  async (fault, seen, statusAfter) => {
    failApprovalBy(fault)
    expect({ answer: await readAnswer(approve()) }).toMatchObject({ answer: seen })
    expect(statusNow()).toBe(statusAfter)
  },
)

it('the fault `login-redirect` leads to the login page of a network, not to the marketplace', async () => {
  failApprovalBy({ kind: 'login-redirect' })
  const answer = await approve({ redirect: 'manual' })
  expect(answer.status).toBe(302)
  const page = await fetch(answer.headers.get('location') ?? '')
  expect(await page.text()).toContain('Sign in to use this network')
  expect(statusNow()).toBe('pending')
})

it('the fault `held` applies the change only when the request is released', async () => {
  failApprovalBy({ kind: 'held' })
  const answer = approve()
  await api.faults.whenHeld()
  expect(statusNow()).toBe('pending')
  api.faults.release()
  expect((await answer).status).toBe(200)
  expect(statusNow()).toBe('approved')
})

describe('a lasting fault', () => {
  const read = () => send('GET', '/admin/properties')
  const busy: Fault = { kind: 'status', status: 503 }

  it('affects every request until it is turned off', async () => {
    api.faults.setLasting({ fault: busy, calls: 'all', left: null })
    expect((await read()).status).toBe(503)
    expect((await approve()).status).toBe(503)
    expect((await read()).status).toBe(503)
    api.faults.setLasting(null)
    expect((await read()).status).toBe(200)
  })

  it('affects the given number of requests, and notifies subscribers of each', async () => {
    const left: unknown[] = []
    api.faults.subscribe(() => left.push(api.faults.getLasting()?.left))
    api.faults.setLasting({ fault: busy, calls: 'all', left: 2 })
    const answers = [await read(), await approve(), await read()]
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 200])
    expect(left).toEqual([2, 1, undefined])
  })

  it.each([
    ['reads', [503, 200]],
    ['changes', [200, 503]],
  ] as const)('of %s neither affects nor counts other requests', async (calls, expected) => {
    api.faults.setLasting({ fault: busy, calls, left: 1 })
    const answers = [await read(), await approve()]
    expect(answers.map(({ status }) => status)).toEqual(expected)
    expect(api.faults.getLasting()).toBeNull()
  })

  it('does not affect a request for which another fault is planned', async () => {
    api.faults.setLasting({ fault: busy, calls: 'all', left: null })
    failApprovalBy({ kind: 'refused' })
    expect((await approve()).status).toBe(200)
    expect((await approve()).status).toBe(503)
  })

  it('that holds requests releases them when it ends', async () => {
    api.faults.setLasting({ fault: { kind: 'held' }, calls: 'all', left: null })
    const held = approve()
    await api.faults.whenHeld()
    api.faults.setLasting(null)
    expect((await held).status).toBe(200)
  })
})

it('a delayed request reaches the backend only after the delay', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    api.faults.delayMs = 5_000
    const answer = approve()
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1))
    expect(statusNow()).toBe('pending')
    await vi.advanceTimersByTimeAsync(5_000)
    expect((await answer).status).toBe(200)
    api.faults.reset()
    expect(api.faults.delayMs).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

describe('planned faults and logged requests', () => {
  it('a planned fault applies to one request of its route only', async () => {
    failApprovalBy({ kind: 'no-answer' })
    expect((await send('GET', '/admin/properties')).status).toBe(200)
    expect((await send('PATCH', '/admin/properties/x/y/status', {})).status).toBe(404)
    await expect(approve()).rejects.toThrow(TypeError)
    expect((await approve()).status).toBe(200)
  })

  it('a reset drops planned faults and releases held requests', async () => {
    failApprovalBy({ kind: 'held' })
    failApprovalBy({ kind: 'no-answer' })
    const held = approve()
    await api.faults.whenHeld()
    api.faults.reset()
    expect((await held).status).toBe(200)
    expect((await approve()).status).toBe(200)
  })

  it('every request is logged, even if it gets no answer', async () => {
    failApprovalBy({ kind: 'no-answer' })
    await expect(approve()).rejects.toThrow(TypeError)
    expect(api.requests.at(-1)).toMatchObject({
      method: 'PATCH',
      path: STATUS_PATH,
      headers: { authorization: `Bearer ${token}` },
      body: { status: 'approved' },
    })
  })
})
