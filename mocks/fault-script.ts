import type { JsonBodyType } from 'msw'

// Deliberate faults. A planned fault affects one request, a lasting fault many. Unless the comment of
// a kind of fault says otherwise, a request with this fault has no effect on the backend.

export type Fault =
  /** Responds with this status instead of the backend's response. */
  | { kind: 'status'; status: number; body?: JsonBodyType; headers?: Record<string, string> }
  /** Answers 200 with success:false. */
  | { kind: 'refused'; error?: string }
  /** The network fails before the request arrives. */
  | { kind: 'no-answer' }
  /** The request takes effect, but the response is lost. */
  | { kind: 'lost-answer' }
  /** Answers 200 with the HTML of a foreign page. */
  | { kind: 'captive-portal' }
  /** Redirects to a foreign login page. */
  | { kind: 'login-redirect' }
  /** The request takes effect, but the JSON of the response is cut off. */
  | { kind: 'truncated' }
  /** The request waits for `release` before it takes effect and gets the backend's response. */
  | { kind: 'held' }

/** The kind of requests that a lasting fault affects. */
export type FaultyCalls = 'all' | 'reads' | 'changes'

export interface LastingFault {
  fault: Fault
  calls: FaultyCalls
  /** How many more requests the fault affects; null for no limit. */
  left: number | null
}

export interface FaultScript {
  /**
   * Plans a fault for the next request with this method and path (under /api; ':id' matches one
   * segment).
   */
  failNext(method: string, path: string, fault: Fault): void
  /** Returns the fault for this request, if any. Removes a planned fault; lowers `left` of a lasting one. */
  takeFault(method: string, path: string): Fault | undefined
  /** Sets the fault for requests without a planned fault; null removes it. Releases held requests. */
  setLasting(lasting: LastingFault | null): void
  getLasting(): LastingFault | null
  /** Calls the listener after every change of the lasting fault or of its remaining count. */
  subscribe(listener: () => void): void
  /** Delay of each request. */
  delayMs: number
  /** Holds a request: resolves at the next `release`. */
  hold(): Promise<void>
  /** Resolves as soon as a request is held. */
  whenHeld(): Promise<void>
  release(): void
  /** Removes all faults and the delay, and releases held requests. */
  reset(): void
}

export function makeFaultScript(): FaultScript {
  let planned: { method: string; pattern: RegExp; fault: Fault }[] = []
  let lasting: LastingFault | null = null
  const listeners: (() => void)[] = []
  let held: (() => void)[] = []
  let watchers: (() => void)[] = []

  function release(): void {
    const going = held
    held = []
    for (const go of going) go()
  }

  function setLasting(next: LastingFault | null): void {
    lasting = next
    release()
    for (const tell of listeners) tell()
  }

  function takeLasting(method: string): Fault | undefined {
    if (!lasting || !isHit(lasting.calls, method)) return undefined
    const { fault, left } = lasting
    if (left !== null) {
      lasting = left > 1 ? { ...lasting, left: left - 1 } : null
      for (const tell of listeners) tell()
    }
    return fault
  }

  const script: FaultScript = {
    delayMs: 0,
    failNext(method, path, fault) {
      planned.push({ method: method.toUpperCase(), pattern: patternOf(path), fault })
    },
    takeFault(method, path) {
      const found = planned.find((plan) => plan.method === method && plan.pattern.test(path))
      planned = planned.filter((plan) => plan !== found)
      return found?.fault ?? takeLasting(method)
    },
    setLasting,
    getLasting: () => lasting,
    subscribe(listener) {
      listeners.push(listener)
    },
    hold() {
      const gate = new Promise<void>((resolve) => held.push(resolve))
      for (const tell of watchers) tell()
      watchers = []
      return gate
    },
    whenHeld() {
      if (held.length > 0) return Promise.resolve()
      return new Promise((resolve) => watchers.push(resolve))
    },
    release,
    reset() {
      planned = []
      script.delayMs = 0
      setLasting(null)
    },
  }
  return script
}

function isHit(calls: FaultyCalls, method: string): boolean {
  const isRead = method === 'GET'
  return calls === 'all' || isRead === (calls === 'reads')
}

function patternOf(path: string): RegExp {
  const segments = path
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
  return new RegExp(`^${segments.join('/')}$`)
}
