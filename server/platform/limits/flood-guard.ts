import type { Context, MiddlewareHandler } from 'hono'
import type { AppDeps, AppEnv } from '#server/platform/app-env.ts'
import { findClientAddress } from '#server/platform/http/client-address.ts'
import { type FloodRules, makeFloodGate, makeNetworkGate } from './flood-gate.ts'
import { makeTooMany } from './too-many.ts'

type FloodDeps = Pick<AppDeps, 'settings' | 'clock'>

const BURST_MINUTES = 2.5 // 600 requests per minute allow a burst of 1,500: enough for 1,000 queued changes
const PEOPLE_OF_A_NETWORK = 4 // a network may send as much as four sessions, because people share IP addresses
// Each decision adds a permanent audit entry. A panel sends five queued changes at a time, so 300 a minute are as fast
// as it sends them; the burst is enough for 1,000.
const CHANGE_SHARE = 2
const READS = new Set(['GET', 'HEAD', 'OPTIONS'])
const UNIT_BYTES = 100_000 // about one page of a list

/**
 * Limits the requests of a network and of the IPv6 /48 around it, regardless of who is signed in. `countRequests` refuses
 * requests beyond the allowance (429 with Retry-After). `chargeBytes` is for responses that are
 * costly to produce, not for files: one video would use up an office's allowance.
 */
export function limitNetwork({ settings, clock }: FloodDeps): NetworkLimit {
  const rules = rulesOf(settings.requestsPerMinute * PEOPLE_OF_A_NETWORK)
  const gate = rules && makeNetworkGate(rules)
  const now = () => clock().getTime()
  const findAddress = (c: Context<AppEnv>) => findClientAddress(c, settings.trustedProxies)
  return {
    async countRequests(c, next) {
      const waitMs = gate?.pass(findAddress(c), now()) ?? 0
      requirePassed(waitMs, 'Too many requests from your network.')
      await next()
    },
    async chargeBytes(c, next) {
      const address = findAddress(c)
      chargeForBytes(c, (units) => gate?.charge(address, units, now()))
      await next()
    },
  }
}

export interface NetworkLimit {
  countRequests: MiddlewareHandler<AppEnv>
  chargeBytes: MiddlewareHandler<AppEnv>
}

/**
 * Refuses requests beyond a session's allowance (429 with Retry-After), and changes beyond the allowance of its account,
 * which all of its sessions share. Runs after requireSession.
 */
export function limitSession(deps: FloodDeps): MiddlewareHandler<AppEnv> {
  const { settings, clock } = deps
  const limitRequests = limitCallers(deps, (c) => c.get('session').token)
  const rules = rulesOf(settings.requestsPerMinute)
  const changes = rules && makeFloodGate({ ...rules, perMinute: rules.perMinute / CHANGE_SHARE })
  return async (c, next) => {
    const isChange = !READS.has(c.req.method)
    const waitMs = isChange ? changes?.pass(c.get('session').userId, clock().getTime()) : 0
    requirePassed(waitMs ?? 0, 'Too many changes.')
    return limitRequests(c, next)
  }
}

/**
 * Refuses requests beyond the allowance of an API key (429 with Retry-After). Runs after
 * requireApiKey.
 */
export function limitKey(deps: FloodDeps): MiddlewareHandler<AppEnv> {
  return limitCallers(deps, (c) => c.get('keyHolder').keyId)
}

function limitCallers(
  { settings, clock }: FloodDeps,
  callerOf: (c: Context<AppEnv>) => string,
): MiddlewareHandler<AppEnv> {
  const rules = rulesOf(settings.requestsPerMinute)
  if (!rules) return (_, next) => next()
  const gate = makeFloodGate(rules)
  return async (c, next) => {
    const caller = callerOf(c)
    requirePassed(gate.pass(caller, clock().getTime()), 'Too many requests.')
    chargeForBytes(c, (units) => gate.charge(caller, units, clock().getTime()))
    await next()
  }
}

/** Charges one unit for each 100 kB sent, in addition to the unit for the request itself. */
function chargeForBytes({ env }: Context<AppEnv>, charge: (units: number) => void): void {
  const { incoming, outgoing } = env ?? {}
  if (!incoming || !outgoing) return
  const { socket } = incoming
  const sentBefore = socket.bytesWritten
  outgoing.once('close', () => {
    const units = Math.floor((socket.bytesWritten - sentBefore) / UNIT_BYTES)
    if (units > 0) charge(units)
  })
}

function rulesOf(perMinute: number): FloodRules | null {
  return perMinute > 0 ? { perMinute, burst: perMinute * BURST_MINUTES } : null
}

function requirePassed(waitMs: number, what: string): void {
  if (waitMs > 0) throw makeTooMany(what, waitMs)
}
