import axios, { AxiosError, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios'
import Dexie from 'dexie'
import { IDBKeyRange } from 'fake-indexeddb'
import type { SimAnswer } from './sim-call.ts'
import { bindIndexedDb, currentStorage } from './sim-indexed-db.ts'
import type { SimNetwork } from './sim-network.ts'
import type { SimContext, SimWorld } from './sim-world.ts'

// Replaces the browser's globals with those of the simulated world: each use of a global acts on the context whose turn it
// is. Import this module before any of the product's, because some of them read the globals when they load.

/** The parts of a device that its contexts use. */
export interface Surroundings {
  network: SimNetwork
  /** All open broadcast channels of the device. */
  hearers: Set<SimBroadcastChannel>
  clockOffsetMs(): number
}

let world: SimWorld | null = null
const surroundings = new WeakMap<SimContext, Surroundings>()
const real = {
  setImmediate: globalThis.setImmediate,
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  setInterval: globalThis.setInterval,
  clearInterval: globalThis.clearInterval,
  now: Date.now,
  performanceNow: performance.now,
  fetch: globalThis.fetch,
  timeout: AbortSignal.timeout,
  BroadcastChannel: globalThis.BroadcastChannel,
}
const TIMERS = new Map<object, number>()

export function surround(context: SimContext, given: Surroundings): void {
  surroundings.set(context, given)
}

/** Replaces the globals with a world's. Returns a function that restores them. */
export function enterWorld(entered: SimWorld): () => void {
  world = entered
  const startMs = entered.nowMs
  const leaveIndexedDb = bindIndexedDb(entered)
  Object.assign(globalThis, {
    setImmediate: simSetImmediate,
    setTimeout: simSetTimeout,
    clearTimeout: simClearTimeout,
    setInterval: simSetInterval,
    clearInterval: simClearTimeout, // one list of timers, as in a browser
    fetch: simFetch,
    BroadcastChannel: SimBroadcastChannel,
    sessionStorage: NO_STORAGE,
    IDBKeyRange,
  })
  const current = { configurable: true, get: () => currentStorage().factory }
  Object.defineProperty(globalThis, 'indexedDB', current)
  // Dexie has its own reference to the original `indexedDB`, which it read when it was loaded.
  Object.defineProperty(Dexie.dependencies, 'indexedDB', current)
  Object.assign(Dexie.dependencies, { IDBKeyRange })
  Date.now = () => (world ? nowOf(world.current) : real.now())
  // Real time would pass more quickly on a busy machine, and the pauses that are computed from it would be longer.
  performance.now = () => entered.nowMs - startMs
  AbortSignal.timeout = simTimeout
  return () => {
    world = null
    leaveIndexedDb()
    TIMERS.clear()
    const { now, performanceNow, timeout, ...globals } = real
    Object.assign(globalThis, globals)
    Date.now = now
    performance.now = performanceNow
    AbortSignal.timeout = timeout
  }
}

/** The context whose turn it is; null outside a world. */
export function currentContext(): SimContext | null {
  return world?.current ?? null
}

function nowOf(context: SimContext): number {
  return (world?.nowMs ?? 0) + (surroundings.get(context)?.clockOffsetMs() ?? 0)
}

/** The current tab or worker. Null for the ground context, where the server runs on the real event loop. */
function inTabs(): SimContext | null {
  const context = world?.current
  return context && surroundings.has(context) ? context : null
}

function simSetImmediate(run: (...args: unknown[]) => void, ...args: unknown[]) {
  if (!world) return real.setImmediate(run, ...args)
  world.enqueue(world.current, () => run(...args))
  return {}
}

function simSetTimeout(run: (...args: unknown[]) => void, delayMs = 0, ...args: unknown[]) {
  const context = inTabs()
  if (!world || !context) return real.setTimeout(run, delayMs, ...args)
  const handle = { unref: () => handle, ref: () => handle }
  TIMERS.set(
    handle,
    world.after(context, delayMs, () => run(...args)),
  )
  return handle
}

/**
 * Runs by the clock of the world and ends with its tab. A real interval of a killed tab would go on during later schedules and
 * write to their databases: one prolonged the lease of another change with the same number.
 */
function simSetInterval(run: (...args: unknown[]) => void, delayMs = 0, ...args: unknown[]) {
  const [here, context] = [world, inTabs()]
  if (!here || !context) return real.setInterval(run, delayMs, ...args)
  const handle = { unref: () => handle, ref: () => handle }
  const startNext = () => {
    const next = here.after(context, delayMs, () => {
      startNext() // before the run, which may end the interval
      run(...args)
    })
    TIMERS.set(handle, next)
  }
  startNext()
  return handle
}

function simClearTimeout(handle: object | undefined): void {
  const timer = handle && TIMERS.get(handle)
  if (handle) TIMERS.delete(handle)
  if (timer === undefined)
    real.clearTimeout(handle as NodeJS.Timeout | undefined) // a real timer
  else world?.cancel(timer)
}

function simTimeout(ms: number): AbortSignal {
  const controller = new AbortController()
  simSetTimeout(() => controller.abort(new DOMException('Timed out.', 'TimeoutError')), ms)
  return controller.signal
}

function simFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<unknown> {
  const context = inTabs()
  if (!context) throw new Error('Only a tab or a worker may call the network.')
  return callNetwork(context, String(input), init).then(asResponse)
}

function callNetwork(context: SimContext, path: string, init: RequestInit): Promise<SimAnswer> {
  const network = surroundings.get(context)?.network
  return new Promise((resolve, reject) => {
    const { signal } = init
    const giveUp = () => reject(signal?.reason)
    if (signal?.aborted) return giveUp()
    signal?.addEventListener('abort', giveUp, { once: true })
    network?.send(
      context,
      {
        method: init.method ?? 'GET',
        path,
        headers: new Headers(init.headers),
        body: typeof init.body === 'string' ? init.body : '',
      },
      { answer: resolve, broken: () => reject(new TypeError('Failed to fetch')) },
    )
  })
}

function asResponse({ status, type, headers, text, isCut }: SimAnswer) {
  const read = async () => {
    if (isCut) throw new TypeError('The body broke off.')
    return text
  }
  return { status, type, headers, ok: status >= 200 && status < 300, text: read }
}

/** Sends axios' calls through the simulated network too. In a real page, axios uses XMLHttpRequest. */
axios.defaults.adapter = async (config: InternalAxiosRequestConfig): Promise<AxiosResponse> => {
  const context = inTabs()
  if (!context) throw new AxiosError('Only a tab may call the network.', 'ERR_NETWORK', config)
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(config.headers.toJSON()))
    if (value !== null && value !== undefined) headers[name] = String(value)
  const query = new URLSearchParams(config.params as Record<string, string> | undefined).toString()
  const path = `${config.baseURL ?? ''}${config.url ?? ''}${query && `?${query}`}`
  let answer: SimAnswer
  try {
    const body = typeof config.data === 'string' ? config.data : undefined
    const method = (config.method ?? 'get').toUpperCase()
    answer = await callNetwork(context, path, { method, headers, body })
  } catch {
    throw new AxiosError('Network Error', 'ERR_NETWORK', config)
  }
  const { status, text, isCut, type } = answer
  // XMLHttpRequest follows a portal's redirect and returns the portal's page.
  const seen = type === 'opaqueredirect' ? { status: 200, data: '<html>' } : { status, data: text }
  if (isCut) throw new AxiosError('Network Error', 'ERR_NETWORK', config)
  const response: AxiosResponse = {
    ...seen,
    statusText: '',
    headers: Object.fromEntries(answer.headers),
    config,
    request: {},
  }
  if (config.validateStatus?.(seen.status) ?? true) return response
  throw new AxiosError('Refused', 'ERR_BAD_REQUEST', config, {}, response)
}

/** Delivers a message to the device's other tabs, to each in a separate turn. */
class SimBroadcastChannel {
  onmessage: ((event: { data: unknown }) => void) | null = null
  private readonly context = world?.current
  private readonly hearers = this.context && surroundings.get(this.context)?.hearers

  constructor(readonly name: string) {
    this.hearers?.add(this)
  }

  postMessage(message: unknown): void {
    for (const other of this.hearers ?? []) {
      if (other === this || other.name !== this.name || !other.context) continue
      const data = structuredClone(message)
      world?.enqueue(other.context, () => other.onmessage?.({ data }))
    }
  }

  close(): void {
    this.hearers?.delete(this)
  }

  unref(): void {}
}

export type { SimBroadcastChannel }

const NO_STORAGE = {
  length: 0,
  key: () => null,
  getItem: () => null,
  setItem: () => undefined,
  removeItem: () => undefined,
  clear: () => undefined,
}
