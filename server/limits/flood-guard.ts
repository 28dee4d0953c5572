import type { MiddlewareHandler } from 'hono'
import type { AppDeps, AppEnv } from '#server/app-env.ts'
import { findClientAddress } from '#server/client-address.ts'
import { type FloodRules, makeFloodGate } from './flood-gate.ts'
import { makeTooMany } from './too-many.ts'

type FloodDeps = Pick<AppDeps, 'settings' | 'clock'>

const BURST_MINUTES = 2.5 // at 600 a minute 1,500 at once: a panel that sends 1,000 waiting changes, and its reads
const PEOPLE_OF_A_NETWORK = 4 // an office or a mobile operator's gateway has many people behind one address

/** Refuses a network's requests beyond its allowance (429 with Retry-After), whoever is signed in. */
export function limitNetwork({ settings, clock }: FloodDeps): MiddlewareHandler<AppEnv> {
  const rules = rulesOf(settings.requestsPerMinute * PEOPLE_OF_A_NETWORK)
  if (!rules) return (_, next) => next()
  const gate = makeFloodGate(rules)
  return async (c, next) => {
    const address = findClientAddress(c, settings.trustedProxies)
    requirePassed(gate.pass(address, clock().getTime()), 'Too many requests from your network.')
    await next()
  }
}

/** Refuses a session's requests beyond its allowance (429 with Retry-After); comes after requireSession. */
export function limitSession({ settings, clock }: FloodDeps): MiddlewareHandler<AppEnv> {
  const rules = rulesOf(settings.requestsPerMinute)
  if (!rules) return (_, next) => next()
  const gate = makeFloodGate(rules)
  return async (c, next) => {
    requirePassed(gate.pass(c.get('session').token, clock().getTime()), 'Too many requests.')
    await next()
  }
}

function rulesOf(perMinute: number): FloodRules | null {
  return perMinute > 0 ? { perMinute, burst: perMinute * BURST_MINUTES } : null
}

function requirePassed(waitMs: number, what: string): void {
  if (waitMs > 0) throw makeTooMany(what, waitMs)
}
