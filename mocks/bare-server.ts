import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { getResponse } from 'msw'
import type { BareBackend } from './bare-backend.ts'
import { type BareApi, makeBareApi } from './bare-handlers.ts'
import { MEDIA_DIR, sendStaticFile } from './bare-static-files.ts'

export interface BareServer extends BareApi {
  /** 'http://127.0.0.1:<port>', without a trailing slash. */
  url: string
  close(): Promise<void>
}

/**
 * Serves the bare backend on a port of this machine, for browsers. Port 0 takes any free port. With
 * a `distDir` it also serves that build of the app.
 */
export async function startBareServer(options: {
  port: number
  distDir?: string
  mediaDir?: string
  backend?: BareBackend
}): Promise<BareServer> {
  const api = makeBareApi(options.backend)
  const { distDir, mediaDir = MEDIA_DIR } = options
  const server = createServer((request, response) => {
    const isOurs = /^\/(api|portal)\//.test(request.url ?? '')
    const done =
      isOurs || distDir === undefined
        ? answerWithHandlers(api, request, response)
        : sendStaticFile({ distDir, mediaDir }, request, response)
    done.catch((error: Error) => response.destroy(error))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return {
    ...api,
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      api.faults.reset()
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

async function answerWithHandlers(
  api: BareApi,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const answer = await getResponse(api.handlers, await asRequest(incoming))
  // msw represents a network failure as an error response.
  if (answer?.type === 'error') {
    outgoing.destroy()
    return
  }
  if (!answer) {
    outgoing.writeHead(404, { 'content-type': 'text/plain' }).end('Not found')
    return
  }
  outgoing.writeHead(answer.status, Object.fromEntries(answer.headers))
  outgoing.end(Buffer.from(await answer.arrayBuffer()))
}

async function asRequest(incoming: IncomingMessage): Promise<Request> {
  const method = incoming.method ?? 'GET'
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, String(value))
  }
  const url = `http://${incoming.headers.host}${incoming.url}`
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(url, { method, headers, ...(hasBody && { body: await buffer(incoming) }) })
}
