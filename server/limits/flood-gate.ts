// How many requests one caller may send, whatever they ask for. In this process' memory: a flood must not cost a row
// each, and two processes let through twice as much at most.

export interface FloodRules {
  /** Requests that may come at once. */
  burst: number
  /** Requests a minute that may go on for ever. */
  perMinute: number
}

export interface FloodGate {
  /** Counts a request, unless it is one too many. Milliseconds until the next may come; 0 when this one may. */
  pass(caller: string, nowMs: number): number
  /** Takes more off a caller's allowance for a request that passed and turned out to be costly. */
  charge(caller: string, units: number, nowMs: number): void
  /** How many callers it remembers. */
  size(): number
}

const MAX_CALLERS = 20_000 // about 2 MB; beyond that the one that has been quiet longest is forgotten

/** A bucket for each caller that is full at first and fills up again steadily. */
export function makeFloodGate({ burst, perMinute }: FloodRules): FloodGate {
  // In the order of their last request.
  const buckets = new Map<string, { left: number; atMs: number }>()
  const perMs = perMinute / 60_000

  function findLeft(caller: string, nowMs: number): number {
    const before = buckets.get(caller) ?? { left: burst, atMs: nowMs }
    const passedMs = Math.max(0, nowMs - before.atMs)
    return Math.min(burst, before.left + passedMs * perMs)
  }

  function setLeft(caller: string, left: number, nowMs: number): void {
    buckets.delete(caller)
    buckets.set(caller, { left, atMs: nowMs })
    const [quietest] = buckets.keys()
    if (buckets.size > MAX_CALLERS && quietest !== undefined) buckets.delete(quietest)
  }

  return {
    pass(caller, nowMs) {
      const left = findLeft(caller, nowMs)
      const mayPass = left >= 1
      setLeft(caller, mayPass ? left - 1 : left, nowMs)
      return mayPass ? 0 : (1 - left) / perMs
    },
    charge(caller, units, nowMs) {
      setLeft(caller, findLeft(caller, nowMs) - units, nowMs)
    },
    size: () => buckets.size,
  }
}
