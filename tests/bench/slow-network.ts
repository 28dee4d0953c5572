import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeDemoRandom } from '#server/demo/demo-random.ts'

// A slow network that loses calls, between browser and server: every round trip takes its time, a new connection one
// more, and some of the API's calls end with their connection cut, before the server heard of them or after it worked.

export interface NetworkConditions {
  roundTripMs: number
  /** What part of the API's calls is cut: half of those before the server heard of them, half after it worked. */
  lossShare: number
  seed: string
}

export type CallFate = 'answered' | 'cut-before' | 'cut-after'

/** One call as the network saw it; moments by performance.now(). */
export interface NetworkCall {
  method: string
  path: string
  fate: CallFate
  startedAt: number
  endedAt: number
}

export interface SlowNetwork {
  url: string
  /** Calls of the API that have ended. */
  calls: readonly NetworkCall[]
  /** While true, the API's calls are cut before the server hears of them. */
  setCut(isCut: boolean): void
  close(): Promise<void>
}

export async function startSlowNetwork(
  target: string,
  { roundTripMs, lossShare, seed }: NetworkConditions,
): Promise<SlowNetwork> {
  const random = makeDemoRandom(seed)
  const agent = new Agent({ keepAlive: true })
  const known = new WeakSet<Socket>()
  const calls: NetworkCall[] = []
  let isCut = false

  function fateOf(path: string): CallFate {
    if (!path.startsWith('/api/')) return 'answered'
    if (isCut) return 'cut-before'
    if (!random.chance(lossShare)) return 'answered'
    return random.chance(0.5) ? 'cut-before' : 'cut-after'
  }

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<CallFate> {
    const fate = fateOf(incoming.url ?? '/')
    const { socket } = incoming
    const [body] = await Promise.all([readWhole(incoming), travel(socket)])
    if (fate !== 'cut-before') {
      const answer = await forward(target, agent, incoming, body)
      if (fate === 'answered') {
        const content = await readWhole(answer)
        await sleep(roundTripMs / 2)
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers).end(content)
        return fate
      }
      await readWhole(answer)
    }
    await sleep(roundTripMs / 2)
    socket.destroy()
    return fate
  }

  /** To the server; the first call of a connection waits for its handshake too. */
  async function travel(socket: Socket): Promise<void> {
    const handshakeMs = known.has(socket) ? 0 : roundTripMs
    known.add(socket)
    await sleep(handshakeMs + roundTripMs / 2)
  }

  const server = createServer((incoming, outgoing) => {
    const startedAt = performance.now()
    const { method = 'GET', url: path = '/' } = incoming
    pass(incoming, outgoing)
      .then((fate) => {
        if (path.startsWith('/api/'))
          calls.push({ method, path, fate, startedAt, endedAt: performance.now() })
      })
      // The browser went away, or the server did: there is nobody to answer.
      .catch(() => incoming.socket.destroy())
  })
  server.keepAliveTimeout = 0 // only the conditions above end a connection
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server that listens has one

  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    setCut(next) {
      isCut = next
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
      agent.destroy()
    },
  }
}

async function forward(
  target: string,
  agent: Agent,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
): Promise<IncomingMessage> {
  const call = request(`${target}${url ?? '/'}`, { method, headers, agent })
  call.end(body)
  const [answer] = (await once(call, 'response')) as [IncomingMessage] // what this event carries
  return answer
}

async function readWhole(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer) // no encoding is set
  return Buffer.concat(chunks)
}
