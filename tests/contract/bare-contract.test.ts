import { getResponse } from 'msw'
import { BARE_OPERATOR } from '#mocks/bare-accounts.ts'
import { makeBareApi } from '#mocks/bare-handlers.ts'
import { describeAdminContract } from './admin-contract.ts'
import { makeContractRequest } from './contract-request.ts'

describeAdminContract('the bare backend', async () => {
  const { handlers } = makeBareApi()
  return {
    operator: BARE_OPERATOR,
    request: makeContractRequest(async (request) => {
      const answer = await getResponse(handlers, request)
      if (!answer) throw new Error(`nobody answers ${request.url}`)
      return answer
    }),
    close: async () => {},
  }
})
