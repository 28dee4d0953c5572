import { startTestServer } from '#tests/support/server-fixture.ts'
import { describeAccountContract } from './account-contract.ts'
import { describeAdminContract } from './admin-contract.ts'
import type { ContractBackend } from './contract-backend.ts'
import { makeContractRequest } from './contract-request.ts'
import { getAnswerCheck } from './described-answer.ts'
import { describeListingCopyContract } from './listing-copy-contract.ts'

/** Every answer of the contract is also held against what the server tells of itself. */
async function start(): Promise<ContractBackend> {
  const server = await startTestServer({ seed: 'demo' })
  const { checkAnswer } = getAnswerCheck()
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
describeListingCopyContract('the server on SQLite', start, { tellsChanges: true })
