import { startTestServer } from '#tests/support/server-fixture.ts'
import { describeAdminContract } from './admin-contract.ts'
import { makeContractRequest } from './contract-request.ts'

describeAdminContract('the server on SQLite', async () => {
  const server = await startTestServer({ seed: 'demo' })
  return {
    operator: server.operator,
    request: makeContractRequest(async (request) => server.app.request(request)),
    close: () => server.close(),
  }
})
