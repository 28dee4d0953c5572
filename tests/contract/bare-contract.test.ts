import { getResponse } from 'msw'
import { BARE_CODE, BARE_OPERATOR } from '#mocks/bare-accounts.ts'
import { makeBareApi } from '#mocks/bare-handlers.ts'
import { describeAccountContract } from './account-contract.ts'
import { describeAdminContract } from './admin-contract.ts'
import type { ContractBackend } from './contract-backend.ts'
import { makeContractRequest } from './contract-request.ts'

async function start(): Promise<ContractBackend> {
  const { handlers } = makeBareApi()
  return {
    operator: BARE_OPERATOR,
    request: makeContractRequest(async (request) => {
      const answer = await getResponse(handlers, request)
      if (!answer) throw new Error(`nobody answers ${request.url}`)
      return answer
    }),
    findCode: async () => BARE_CODE,
    close: async () => {},
  }
}

describeAdminContract('the bare backend', start)
describeAccountContract('the bare backend', start)
