import { startTestServer } from '#tests/support/server-fixture.ts'
import { describeAccountContract } from './account-contract.ts'
import { describeAdminContract } from './admin-contract.ts'
import type { ContractBackend } from './contract-backend.ts'
import { makeContractRequest } from './contract-request.ts'
import { describeListingCopyContract } from './listing-copy-contract.ts'

async function start(): Promise<ContractBackend> {
  const server = await startTestServer({ seed: 'demo' })
  return {
    operator: server.operator,
    request: makeContractRequest(async (request) => server.app.request(request)),
    findCode: async () => server.getLoggedCode(),
    close: () => server.close(),
  }
}

describeAdminContract('the server on SQLite', start)
describeAccountContract('the server on SQLite', start)
describeListingCopyContract('the server on SQLite', start, { tellsChanges: true })
