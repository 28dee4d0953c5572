import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { makeMediaFetchKind } from '#server/listings/import/import-media-fetch-service.ts'
import { createOutboundClient } from '#server/platform/outbound/outbound-service.ts'
import { runJobs } from '#tests/support/server/job-run.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'

const PUBLIC = '93.184.216.34'

type Answer = Buffer | number | ((response: ServerResponse) => void)

/** The site of a business, with its files by path: bytes, a status, or a function that answers. */
export async function startMediaSite(files: Record<string, Answer>) {
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    const answer = files[url] ?? 404
    if (typeof answer === 'function') answer(response)
    else if (typeof answer === 'number') response.writeHead(answer).end('a long explanation')
    else response.end(answer)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo // a listening TCP server has a port
  const outbound = createOutboundClient({
    resolve: async (host) => [host === 'inside.example' ? '10.1.2.3' : PUBLIC],
    connect: async () => connect({ host: '127.0.0.1', port }),
  })
  return {
    files,
    /** The paths that were requested since the last call of this function. */
    takeAsked: () => asked.splice(0),
    /** Runs the job that fetches media once, as each server process does regularly. */
    run(server: TestServer): Promise<void> {
      const { db, log, uploadDir, mediaStore, clock } = server
      const deps = { db, log, uploadDir, mediaStore, clock: clock.now, outbound }
      return runJobs(server, makeMediaFetchKind(deps))
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
