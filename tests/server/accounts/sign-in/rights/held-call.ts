import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { setImmediate as afterTask } from 'node:timers/promises'
import { type KyselyPlugin, SelectQueryNode, TableNode } from 'kysely'
import { type Json, readJson } from '#tests/server/api-call.ts'
import type { PreparedCall } from './writing-call.ts'

// A call by HTTP that stops after its guards have let it pass: before its body, or before it first writes.

/** Before the body, or before one of the call's writing transactions. */
export type Hold = 'body' | 'first write' | 'second write'

export interface HeldAnswer {
  status: number
  json: Json
}

export interface HeldCall {
  /** Sends the rest, and returns the answer. */
  release(): Promise<HeldAnswer>
}

/** Holds back the transactions of a server, and notices when a guard has read who calls. */
export function makeHolder() {
  const guards = makeSignal()
  const writes = makeSignal()
  let open = Promise.resolve()
  let writesLeft = 0
  const asked = new WeakSet<object>()
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (SelectQueryNode.is(node) && readsCaller(node)) asked.add(queryId)
      return node
    },
    async transformResult({ result, queryId }) {
      if (asked.has(queryId)) guards.give()
      return result
    },
  }

  return {
    plugin,
    async beforeWrite() {
      writesLeft -= 1
      if (writesLeft > 0) return
      if (writesLeft === 0) writes.give()
      await open
    },
    /**
     * Starts the call, and returns when it is held. `countsFirst`: the server counts the call as a try, before its own
     * writes. Null if it has answered, because it does not come that far.
     */
    async hold(
      { hold, countsFirst }: { hold: Hold; countsFirst: boolean },
      send: () => ClientRequest,
      body: Buffer,
    ): Promise<HeldCall | null> {
      const reached = (hold === 'body' ? guards : writes).next()
      let opened = () => {}
      if (hold !== 'body') {
        writesLeft = (hold === 'first write' ? 1 : 2) + (countsFirst ? 1 : 0)
        open = new Promise((resolve) => {
          opened = resolve
        })
      }
      const sent = send()
      const answered = readAnswer(sent)
      if (hold === 'body') sent.flushHeaders()
      else sent.end(body)
      const isHeld = await Promise.race([reached.then(() => true), answered.then(() => false)])
      // The guard's read has ended, but the checks after it have not run yet.
      await afterTask()
      if (!isHeld) {
        opened()
        return null
      }
      return {
        release() {
          opened()
          if (hold === 'body') sent.end(body)
          return answered
        },
      }
    },
  }
}

/** Begins a request with the length of its body. */
export function begin(
  url: string,
  { method, token, prepared }: { method: string; token: string; prepared: PreparedCall },
): { send: () => ClientRequest; body: Buffer } {
  const { path, headers } = prepared
  const body = toBytes(prepared.body)
  const all = {
    Authorization: `Bearer ${token}`,
    ...(typeof prepared.body === 'object' && { 'Content-Type': 'application/json' }),
    ...headers,
    'Content-Length': String(body.length),
  }
  return { send: () => request(`${url}${path}`, { method, headers: all, agent: false }), body }
}

function toBytes(body: PreparedCall['body']): Buffer {
  if (Buffer.isBuffer(body)) return body
  return Buffer.from(typeof body === 'object' ? JSON.stringify(body) : (body ?? ''))
}

/** Reads the answer of a request that `begin` has made. */
export async function readAnswer(sent: ClientRequest): Promise<HeldAnswer> {
  const [response] = (await once(sent, 'response')) as [IncomingMessage] // the only argument of this event
  const parts: Buffer[] = []
  for await (const part of response) parts.push(part)
  return {
    status: response.statusCode ?? 0,
    json: readJson(Buffer.concat(parts).toString('latin1')),
  }
}

function readsCaller({ from }: SelectQueryNode): boolean {
  return (from?.froms ?? []).some(
    (table) =>
      TableNode.is(table) && ['sessions', 'api_keys'].includes(table.table.identifier.name),
  )
}

function makeSignal() {
  let waiting: (() => void)[] = []
  return {
    give() {
      for (const resolve of waiting) resolve()
      waiting = []
    },
    next: () => new Promise<void>((resolve) => waiting.push(resolve)),
  }
}
