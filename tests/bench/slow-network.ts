import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeDemoRandom } from '#server/demo/demo-random.ts'

// A proxy that simulates a slow network. Every round trip is delayed, and a new connection costs one more round trip. The
// proxy cuts the connection of some API calls, before the server receives them or after the server has processed them.

export interface NetworkConditions {
  roundTripMs: number
  /** The share of API calls that are cut: half before the server receives them, half after it has processed them. */
  lossShare: number
  seed: string
}

export type CallFate = 'answered' | 'cut-before' | 'cut-after'

/** One call through the proxy; times are from performance.now(). */
export interface NetworkCall {
  method: string
  path: string
  fate: CallFate
  startedAt: number
  endedAt: number
}

export interface SlowNetwork {
  url: string
  /** API calls that were answered or cut. */
  calls: readonly NetworkCall[]
  /** While true, all API calls are cut before the server receives them. */
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

  /** Delays a request on its way to the server. The first request of a connection also waits for the handshake. */
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
      // The browser or the server has closed the connection, so no answer is possible.
      .catch(() => incoming.socket.destroy())
  })
  server.keepAliveTimeout = 0 // only the simulated conditions may end a connection
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a listening TCP server has a port

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
  const [answer] = (await once(call, 'response')) as [IncomingMessage] // the event passes one IncomingMessage
  return answer
}

async function readWhole(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer) // without an encoding, chunks are Buffers
  return Buffer.concat(chunks)
}
