import { beforeEach } from 'vitest'
import { makeUploadCalls } from '#tests/server/listings/uploads/upload-calls.ts'
import { idOf, makeListing, makeMarket, makeUser } from '#tests/server/market-data.ts'
import type { TestServer, TestServerOptions } from '#tests/support/server/server-fixture.ts'
import { startServerForTest } from '#tests/support/server/server-for-test.ts'
import { makeInbox, makeOperatorCalls, makePostingCalls } from './posting-calls.ts'

export const ASHA_ID = idOf(1)
export const ASHA = 'asha@example.in'
const RAVI = 'ravi@example.in'
/** An approved listing of Asha's that she did not post in this app, so it has no row in `postings`. */
export const OLD_LISTING = idOf(77)

/** Starts a server with two sellers and the operator for the running test, and makes calls as each of them. */
export async function startPostingServer(options: TestServerOptions = {}) {
  const users = [
    makeUser({ id: ASHA_ID, email: ASHA }),
    makeUser({ id: idOf(2), email: RAVI, fullName: 'Ravi Shah' }),
  ]
  const listings = [
    makeListing(77, { id: OLD_LISTING, status: 'approved', videoUrl: '/media/videos/old.mp4' }),
  ]
  const seed = makeMarket({ users, listings })
  const server = await startServerForTest({ seed, mail: 'inbox', ...options })
  const token = await server.signIn()
  return {
    server,
    asha: await signInSeller(server, ASHA),
    ravi: await signInSeller(server, RAVI),
    operator: { token, ...makeOperatorCalls(server, token) },
  }
}

/** Starts two servers on one database and one folder for the running test, like two processes. */
export async function startPostingPair(): Promise<[TestServer, TestServer]> {
  const { server } = await startPostingServer()
  const { db, place, filesDir } = server
  const database = { db, place, close: async () => {} }
  return [server, await startServerForTest({ database, filesDir, seed: 'none' })]
}

type PostingServer = Awaited<ReturnType<typeof startPostingServer>>

/** Starts such a server before each test of the file. The objects are always those of the current test. */
export function postingForEachTest(options?: TestServerOptions): PostingServer {
  // The cast is safe: the objects are complete once a test runs, because its `beforeEach` has run before.
  const current = { server: {}, asha: {}, ravi: {}, operator: {} } as PostingServer
  beforeEach(async () => {
    const { server, asha, ravi, operator } = await startPostingServer(options)
    Object.assign(current.server, server)
    Object.assign(current.asha, asha)
    Object.assign(current.ravi, ravi)
    Object.assign(current.operator, operator)
  })
  return current
}

/** The calls of a seller with a new session. */
export async function signInSeller(server: TestServer, email = ASHA) {
  const token = await server.signIn({ email })
  return {
    token,
    ...makePostingCalls(server, token),
    uploads: makeUploadCalls(server, token),
    inbox: makeInbox(server, token),
  }
}
