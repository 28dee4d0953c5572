// @module-tag long
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { BARE_CODE, BARE_OPERATOR } from '#mocks/bare-accounts.ts'
import { type BareBackend, makeBareBackend } from '#mocks/bare-backend.ts'
import { startBareServer } from '#mocks/bare-server.ts'
import { startTestServer } from '#tests/support/server/server-fixture.ts'
import { verdictOf } from '#tools/contract/call-report.ts'
import {
  checkLiveContract,
  type LiveOptions,
  type LiveReport,
} from '#tools/contract/live-contract.ts'
import { makeContractRequest } from './contract-request.ts'

const ORIGIN = 'https://panel.example'
const NEW_EMAIL = 'contract@example.in'
/** The id of a property in the sample data. */
const LAST_ID = '665f0b1ca1b2c3d4e5f60706'
const WRITING = ['POST', 'PUT', 'PATCH', 'DELETE']
/** The calls that are made without --write. */
const READ_CALLS = [
  'POST /auth/login',
  'GET /events/user',
  'GET /admin/dashboard-stats',
  'GET /admin/properties',
  'GET /admin/loan',
  'GET /admin/users',
]

const READING = { mayWrite: false, panelOrigin: ORIGIN }

async function startBare(backend: BareBackend = makeBareBackend()) {
  const server = await startBareServer({ port: 0, backend })
  onTestFinished(server.close)
  const options: LiveOptions = {
    ...READING,
    request: makeContractRequest(fetch, server.url),
    account: BARE_OPERATOR,
    findCode: async () => BARE_CODE,
  }
  return { server, options }
}

async function startOurs() {
  const server = await startTestServer({ settings: { corsOrigins: [ORIGIN] } })
  onTestFinished(server.close)
  const options: LiveOptions = {
    ...READING,
    request: makeContractRequest(fetch, await server.listen()),
    account: server.operator,
    findCode: async () => server.getLoggedCode(),
  }
  return { server, options }
}

/** The calls that passed, and the flaws of all calls. */
function summaryOf({ calls }: LiveReport) {
  const named = (verdict: string) =>
    calls
      .filter((report) => verdictOf(report) === verdict)
      .map(({ call }) => `${call.method} ${call.path}`)
  return {
    holding: named('holds'),
    flaws: calls.flatMap(({ call, flaws }) =>
      Object.entries(flaws).flatMap(([aspect, lines]) =>
        lines.map((line) => `${call.path} ${aspect}: ${line}`),
      ),
    ),
  }
}

function offersOf({ extensions }: LiveReport) {
  return Object.fromEntries(extensions.map(({ name, isOffered }) => [name, isOffered]))
}

it('without --write, the check only reads the bare backend, which passes and has no extension', async () => {
  const { server, options } = await startBare()
  const report = await checkLiveContract(options)
  expect(summaryOf(report)).toEqual({ holding: READ_CALLS, flaws: [] })
  const reasons = report.calls.flatMap(({ notTried }) => notTried ?? [])
  expect(reasons).toEqual(Array(7).fill('needs --write'))
  const written = server.requests.filter(({ method }) => WRITING.includes(method))
  expect(written.map(({ path }) => path)).toEqual(['/auth/login', '/auth/login', '/auth/logout'])
  expect(Object.values(offersOf(report))).toEqual(Array(6).fill(false))
})

it('the bare backend passes all calls, and only the given property is deleted', async () => {
  const { server, options } = await startBare()
  const before = structuredClone(server.backend.data)
  const report = await checkLiveContract({
    ...options,
    mayWrite: true,
    newEmail: NEW_EMAIL,
    propertyToDelete: LAST_ID,
  })
  expect(summaryOf(report).flaws).toEqual([])
  expect(summaryOf(report).holding).toHaveLength(13)
  const properties = before.properties.filter((property) => property['_id'] !== LAST_ID)
  expect(server.backend.data).toEqual({ ...before, properties })
  const signIn = await options.request('POST', '/auth/login', { body: BARE_OPERATOR })
  const { token } = await signIn.json()
  expect(await (await options.request('GET', '/events/user', { token })).json()).toEqual([])
})

it('our server on SQLite passes every call and offers every extension', async () => {
  const { server, options } = await startOurs()
  const token = await server.signIn()
  const list = async () => (await options.request('GET', '/admin/properties', { token })).json()
  const before = await list()
  const report = await checkLiveContract({ ...options, mayWrite: true, newEmail: NEW_EMAIL })
  const { holding, flaws } = summaryOf(report)
  expect(flaws).toEqual([])
  expect(holding).toHaveLength(12)
  const [last] = report.calls.filter((one) => verdictOf(one) === 'not tried')
  expect(last?.notTried).toBe('needs --delete <id>: nothing brings it back')
  expect(Object.values(offersOf(report))).toEqual(Array(6).fill(true))
  expect(report.extensions.map(({ detail }) => detail)).toEqual(Array(6).fill(''))
  expect((await list()).data).toEqual(before.data)
})

it('the check signs out at its end, and reports that CORS does not allow the origin of the panel', async () => {
  const { server, options } = await startOurs()
  const tokens: string[] = []
  const request: LiveOptions['request'] = (method, path, more) => {
    if (more?.token) tokens.push(more.token)
    return options.request(method, path, more)
  }
  const panelOrigin = 'https://other.example'
  const report = await checkLiveContract({ ...options, request, panelOrigin })
  expect(offersOf(report)).toMatchObject({ 'CORS for https://other.example': false })
  const own = tokens.find((token) => token !== 'forged') ?? ''
  const after = await server.app.request('/api/events/user', {
    headers: { Authorization: `Bearer ${own}` },
  })
  expect(after.status).toBe(401)
})

/** A backend that violates the contract in many places. */
function makeWrongBackend(): BareBackend {
  const right = makeBareBackend()
  return {
    ...right,
    answer(request) {
      const { method, path, token } = request
      if (path === '/admin/loan' && token === null) return { status: 200, body: {} }
      if (path === '/auth/login' && String(Object(request.body)['email']).startsWith('nobody'))
        return { status: 400, body: { error: 'Unknown' } }
      const answer = right.answer(request)
      if (answer.status !== 200) return answer
      if (path === '/admin/users') return { status: 200, body: right.data.users }
      if (path === '/admin/properties') {
        const rows = right.data.properties.map((row) => ({ ...row, status: 'sold', _id: 7 }))
        return { status: 200, body: { success: true, data: [...rows, {}] } }
      }
      if (path === '/admin/dashboard-stats') {
        const { lastTransactions, ...data } = right.data
        return { status: 200, body: { success: true, data } }
      }
      if (method === 'PUT') return { status: 200, body: { message: 'Updated' } }
      return answer
    },
  }
}

it('the report lists the flaws of a backend that violates the contract, call by call', async () => {
  const { options } = await startBare(makeWrongBackend())
  const report = await checkLiveContract({ ...options, mayWrite: true })
  const { holding, flaws } = summaryOf(report)
  expect(holding).toEqual(['GET /events/user', 'POST /events/create', 'DELETE /events/{id}'])
  expect(flaws).toEqual([
    '/auth/login 401: the status is 400, not 401',
    '/events/{id} fields: _id: Invalid key: Expected "_id" but received undefined',
    '/admin/dashboard-stats fields: data.lastTransactions: Invalid key: Expected "lastTransactions" but received undefined',
    '/admin/properties fields: data[]._id: Invalid type: Expected string but received 7 (6 times)',
    expect.stringMatching(/^\/admin\/properties fields: data\[\]\.status: .*"sold" \(6 times\)$/),
    '/admin/properties fields: data[]: a property needs an id',
    '/admin/loan 401: without a token: the status is 200, not 401',
    expect.stringMatching(/^\/admin\/users envelope: success: /),
    expect.stringMatching(/^\/admin\/users envelope: data: /),
  ])
  const notes = (path: string) => report.calls.find(({ call }) => call.path === path)?.notes
  expect(notes('/admin/properties')).toEqual(['the app leaves out 1 of 7 rows'])
  expect(notes('/admin/dashboard-stats')).toEqual(['the app reads it all the same'])
})

it('the check reports a backend that confirms a change and does not make it', async () => {
  const right = makeBareBackend()
  const { options } = await startBare({
    ...right,
    answer(request) {
      const { method, path } = request
      if (method === 'PUT' || method === 'DELETE')
        return { status: 200, body: { success: true, _id: path.split('/')[2] } }
      const answer = right.answer(request)
      if (method === 'PATCH') Object.assign(right.data.properties[1] ?? {}, { status: 'rejected' })
      return answer
    },
  })
  const report = await checkLiveContract({ ...options, mayWrite: true, propertyToDelete: LAST_ID })
  const { flaws } = summaryOf(report)
  expect(flaws.filter((flaw) => flaw.includes(' effect: '))).toEqual([
    '/events/{id} effect: the list does not show the new title',
    expect.stringMatching(/^\/events\/\{id\} effect: the event is still there: Contract check /),
    '/admin/properties/{id}/status effect: the status was approved and is rejected',
    '/admin/property/{id} effect: the list still shows the property',
  ])
})

it('the check makes no further call if the backend does not answer the sign-in', async () => {
  const { server, options } = await startBare()
  await server.close()
  const report = await checkLiveContract({ ...options, mayWrite: true })
  const { holding, flaws } = summaryOf(report)
  expect(holding).toEqual([])
  expect(flaws).toEqual([
    expect.stringMatching(/^\/auth\/login 401: no answer: /),
    expect.stringMatching(/^\/auth\/login status: no answer: /),
  ])
  expect(report.calls.filter(({ notTried }) => notTried === 'nobody is signed in')).toHaveLength(12)
})

/** Runs the command. Returns its output and its exit code. */
async function runCommand(args: string[], env: Record<string, string> = {}) {
  const command = ['--import', 'tsx', 'tools/contract/run-contract.ts', ...args]
  const options = { env: { PATH: process.env['PATH'] ?? '', ...env } }
  try {
    const { stdout } = await promisify(execFile)(process.execPath, command, options)
    return { code: 0, stdout, stderr: '' }
  } catch (error) {
    // execFile rejects for an exit code other than 0.
    return error as { code: number; stdout: string; stderr: string }
  }
}

const ACCOUNT = { CONTRACT_EMAIL: BARE_OPERATOR.email, CONTRACT_PASSWORD: BARE_OPERATOR.password }

it('for the bare backend, the command prints a line for each call and succeeds', async () => {
  const { server } = await startBare()
  const { code, stdout } = await runCommand([`${server.url}/api`, '--write'], ACCOUNT)
  expect(stdout).toMatch(/GET +\/admin\/users +ok +ok +ok +- +ok\n/)
  expect(stdout).toContain('13 calls: 10 passed, 0 failed, 3 not tried.')
  expect(stdout).toContain('needs --register <address>')
  expect(stdout).not.toContain(BARE_OPERATOR.password)
  expect(code).toBe(0)
})

it('the command fails for a backend that violates the contract, and without an account', async () => {
  const { server } = await startBare(makeWrongBackend())
  const [wrong, nobody] = await Promise.all([
    runCommand([server.url], ACCOUNT),
    runCommand([server.url]),
  ])
  expect(wrong.stdout).toContain('13 calls: 1 passed, 5 failed, 7 not tried.')
  expect(wrong.code).toBe(1)
  expect(nobody.stderr).toMatch(/^Set CONTRACT_EMAIL and CONTRACT_PASSWORD\.\n\nUsage: /)
  expect(nobody.code).toBe(1)
})
