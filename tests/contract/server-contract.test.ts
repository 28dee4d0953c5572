import { startTestServer } from '#tests/support/server/server-fixture.ts'
import { describeAccountContract } from './account-contract.ts'
import { describeAdminContract } from './admin-contract.ts'
import type { ContractBackend } from './contract-backend.ts'
import { makeContractRequest } from './contract-request.ts'
import { getAnswerCheck } from './described-answer.ts'

/** Starts a server and checks each of its answers against its OpenAPI document. */
async function start(): Promise<ContractBackend> {
  const server = await startTestServer({ seed: 'demo' })
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

describeAdminContract('the server on SQLite', start)
describeAccountContract('the server on SQLite', start)
