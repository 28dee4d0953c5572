import { type Agent, request } from 'node:http'
import type { FuzzRequest } from './request-generator.ts'

export interface RawAnswer {
  status: number
  headers: NodeJS.Dict<string | string[]>
  text: string
}

const PATIENCE_MS = 20_000 // after this time, the request counts as unanswered

/** Sends a request over a real connection. Resolves with null if no answer comes. */
export function sendRaw(
  url: URL,
  { method, path, headers, body }: FuzzRequest,
  { agent, token }: { agent: Agent; token: string | null },
): Promise<RawAnswer | null> {
  return new Promise((resolve) => {
    const call = request({
      agent,
      host: url.hostname,
      port: url.port,
      method,
      path,
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    if (token) call.setHeader('Authorization', `Bearer ${token}`)
    if (body !== null) call.setHeader('Content-Type', 'application/json')
    for (const [name, value] of headers) call.setHeader(name, value)
    if (body !== null) call.setHeader('Content-Length', Buffer.byteLength(body))
    call.on('error', () => resolve(null))
    call.on('response', (answer) => {
      const said: Buffer[] = []
      const settle = () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text: Buffer.concat(said).toString('utf8'),
        })
      const isEndless = answer.headers['content-type']?.startsWith('text/event-stream')
      answer.on('data', (chunk: Buffer) => {
        said.push(chunk)
        if (!isEndless) return
        settle()
        call.destroy()
      })
      answer.on('error', () => resolve(null))
      answer.on('end', settle)
    })
    call.end(body ?? undefined)
  })
}
