// @module-tag slow
import { expect, it } from 'vitest'
import { SessionReplacedSchema } from '#src/domain/wire.ts'
import { startTestServer, type TestServerOptions } from '#tests/support/server/server-fixture.ts'
import { describeAccountContract } from './account-contract.ts'
import { SignInWire } from './account-wire.ts'
import { describeAdminContract } from './admin-contract.ts'
import { type ContractBackend, readAs } from './contract-backend.ts'
import { makeContractRequest } from './contract-request.ts'
import { getAnswerCheck } from './described-answer.ts'
import { describeListingCopyContract } from './listing-copy-contract.ts'

/** Starts a server and checks each of its answers against its OpenAPI document. */
async function start(options: TestServerOptions = {}): Promise<ContractBackend> {
  const server = await startTestServer({ seed: 'demo', ...options })
  const { checkAnswer } = await getAnswerCheck(server.app)
  return {
    operator: server.operator,
    request: makeContractRequest(async (request) => {
      const answer = await server.app.request(request)
      await checkAnswer(request, answer)
      return answer
    }),
    findCode: async () => server.getLoggedCode(),
    close: () => server.close(),
  }
}

describeAdminContract('the server on SQLite', () => start())
describeAccountContract('the server on SQLite', () => start())
describeListingCopyContract('the server on SQLite', () => start(), { tellsChanges: true })

it("the operator's sixth sign-in ends the first session, whose next call returns the reason", async () => {
  const backend = await start({ isClockRunning: true })
  const signIn = async () => {
    const answer = await backend.request('POST', '/auth/login', {
      body: backend.operator,
      headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Firefox/128.0' },
    })
    return (await readAs(SignInWire, answer)).token
  }
  const token = await signIn()
  for (let next = 2; next <= 6; next += 1) await signIn()
  const answer = await backend.request('GET', '/admin/loan', { token })
  expect(answer.status).toBe(401)
  const { data } = await readAs(SessionReplacedSchema, answer)
  expect(data).toEqual({ replacedAt: expect.any(String), device: 'Firefox on Linux' })
  await backend.close()
})
