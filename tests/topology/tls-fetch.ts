import { Agent, request } from 'node:https'

export type Fetch = (url: string, init?: FetchInit) => Promise<Response>

export interface FetchInit {
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** A fetch that trusts the given certificate; the global fetch has no option for it. */
export function makeTlsFetch(cert: string): Fetch & { close(): void } {
  const agent = new Agent({ ca: cert, keepAlive: true })
  const ask: Fetch = (url, { method = 'GET', headers = {}, body = '' } = {}) =>
    new Promise((resolve, reject) => {
      const length = { 'Content-Length': String(Buffer.byteLength(body)) }
      const asked = request(url, { method, agent, headers: { ...headers, ...length } })
      asked.on('error', reject)
      asked.on('response', async (answer) => {
        try {
          const chunks: Buffer[] = []
          for await (const chunk of answer) chunks.push(chunk)
          const status = answer.statusCode ?? 0
          const hasBody = status !== 204 && status !== 304
          const pairs = Object.entries(answer.headers).map(([name, value]) => [name, String(value)])
          resolve(
            new Response(hasBody ? Buffer.concat(chunks) : null, {
              status,
              headers: Object.fromEntries(pairs),
            }),
          )
        } catch (error) {
          reject(error)
        }
      })
      asked.end(body)
    })
  return Object.assign(ask, { close: () => agent.destroy() })
}
