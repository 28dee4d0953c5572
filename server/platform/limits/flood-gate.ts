// Limits how many requests of any kind a caller may send. It counts in the memory of this process,
// so that a flood does not cost a row for each request. Two processes together let through at most
// twice the limit.

import { findSite, SITE_NETWORKS } from '#server/platform/http/client-address.ts'

export interface FloodRules {
  /** Requests that a caller may send in one burst. */
  burst: number
  /** Requests per minute by which the allowance refills, up to `burst`. */
  perMinute: number
}

export interface FloodGate {
  /** Counts a request and returns 0 if it may pass; otherwise returns the milliseconds to wait. */
  pass(caller: string, nowMs: number): number
  /** Deducts more from a caller's allowance after a request that proved costly. */
  charge(caller: string, units: number, nowMs: number): void
  size(): number
}

/** Limits a network, and the site around an IPv6 network, which may send SITE_NETWORKS times as much. */
export interface NetworkGate {
  /** As `FloodGate.pass`. `about` limits requests about one thing apart from others. */
  pass(network: string, nowMs: number, about?: string): number
  charge(network: string, units: number, nowMs: number): void
}

export function makeNetworkGate(rules: FloodRules): NetworkGate {
  const networks = makeFloodGate(rules)
  const sites = makeFloodGate({
    burst: rules.burst * SITE_NETWORKS,
    perMinute: rules.perMinute * SITE_NETWORKS,
  })
  return {
    pass(network, nowMs, about = '') {
      const site = findSite(network)
      const waitMs = networks.pass(`${network} ${about}`, nowMs)
      return waitMs > 0 || site === null ? waitMs : sites.pass(`${site} ${about}`, nowMs)
    },
    charge(network, units, nowMs) {
      const site = findSite(network)
      networks.charge(`${network} `, units, nowMs)
      if (site !== null) sites.charge(`${site} `, units, nowMs)
    },
  }
}

const MAX_CALLERS = 20_000 // about 2 MB; beyond that, the caller idle for longest is forgotten

/** A token bucket for each caller: full at first, and refilled at a constant rate. */
export function makeFloodGate({ burst, perMinute }: FloodRules): FloodGate {
  // Ordered by last request.
  const buckets = new Map<string, { left: number; atMs: number }>()
  const perMs = perMinute / 60_000

  function findTokensLeft(caller: string, nowMs: number): number {
    const before = buckets.get(caller) ?? { left: burst, atMs: nowMs }
    const passedMs = Math.max(0, nowMs - before.atMs)
    return Math.min(burst, before.left + passedMs * perMs)
  }

  function setTokensLeft(caller: string, left: number, nowMs: number): void {
    buckets.delete(caller)
    buckets.set(caller, { left, atMs: nowMs })
    const [quietest] = buckets.keys()
    if (buckets.size > MAX_CALLERS && quietest !== undefined) buckets.delete(quietest)
  }

  return {
    pass(caller, nowMs) {
      const left = findTokensLeft(caller, nowMs)
      const mayPass = left >= 1
      setTokensLeft(caller, mayPass ? left - 1 : left, nowMs)
      return mayPass ? 0 : (1 - left) / perMs
    },
    charge(caller, units, nowMs) {
      setTokensLeft(caller, findTokensLeft(caller, nowMs) - units, nowMs)
    },
    size: () => buckets.size,
  }
}
