import type { JsonBodyType } from 'msw'

// Deliberate faults. A planned fault hits one request; a lasting one hits many. Unless its kind says otherwise, the
// request has no effect on the backend.

export type Fault =
  /** An answer of this status instead of the backend's own. */
  | { kind: 'status'; status: number; body?: JsonBodyType; headers?: Record<string, string> }
  /** 200 with success:false. */
  | { kind: 'refused'; error?: string }
  /** The network fails before the request arrives. */
  | { kind: 'no-answer' }
  /** The effect happens, the answer never comes back. */
  | { kind: 'lost-answer' }
  /** 200 with the HTML of somebody else's page. */
  | { kind: 'captive-portal' }
  /** A redirect to a login page that is not ours. */
  | { kind: 'login-redirect' }
  /** The effect happens, the JSON of the answer breaks off in the middle. */
  | { kind: 'truncated' }
  /** The request waits, without an effect, until it is released; then it is answered as usual. */
  | { kind: 'held' }

/** Which requests a lasting fault hits. */
export type FaultyCalls = 'all' | 'reads' | 'changes'

export interface LastingFault {
  fault: Fault
  calls: FaultyCalls
  /** How many more requests it hits; null until it is replaced. */
  left: number | null
}

export interface FaultScript {
  /** The next request to this method and path (under /api; ':id' stands for any one segment) meets the fault. */
  failNext(method: string, path: string, fault: Fault): void
  /** The fault this request meets, used up by asking; undefined when none is meant for it. */
  takeFault(method: string, path: string): Fault | undefined
  /** Requests that no `failNext` is meant for meet this fault; null ends it. Held requests go on. */
  setLasting(lasting: LastingFault | null): void
  getLasting(): LastingFault | null
  /** Calls the listener whenever the lasting fault has changed, also by being used up. */
  subscribe(listener: () => void): void
  /** How long each request takes to arrive. */
  delayMs: number
  /** Waits in the place of a held request until `release`. */
  hold(): Promise<void>
  /** Settles as soon as a request is being held. */
  whenHeld(): Promise<void>
  /** Lets every held request go on. */
  release(): void
  /** Forgets what was planned and lets held requests go on. */
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
