import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { buffer } from 'node:stream/consumers'

export interface FetchInit {
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** A fetch that trusts the given certificate; the global fetch has no option for it. */
export function makeTlsFetch(cert: string) {
  const agent = new Agent({ ca: cert, keepAlive: true })
  async function ask(
    url: string,
    { method = 'GET', headers = {}, body = '' }: FetchInit = {},
  ): Promise<Response> {
    const length = { 'Content-Length': String(Buffer.byteLength(body)) }
    const asked = request(url, { method, agent, headers: { ...headers, ...length } })
    asked.on('error', () => undefined) // rejects below, as an error of the request or of its answer
    asked.end(body)
    const [answer] = (await once(asked, 'response')) as [IncomingMessage] // the event passes one IncomingMessage
    const content = await buffer(answer)
    const status = answer.statusCode ?? 0
    const hasBody = status !== 204 && status !== 304
    const pairs = Object.entries(answer.headers).map(([name, value]) => [name, String(value)])
    const init = { status, headers: Object.fromEntries(pairs) }
    return new Response(hasBody ? content : null, init)
  }
  return Object.assign(ask, { close: () => agent.destroy() })
}
