import type { Context } from 'hono'
import type { AppDeps, AppEnv } from '#server/platform/app-env.ts'
import { findClientAddress } from '#server/platform/http/client-address.ts'
import { makeNetworkGate } from './flood-gate.ts'

const DEVICES = 20 // of one network on one listing: a family or a small office, but not a script
const DAY_MINUTES = 24 * 60

/**
 * Limits how many devices of a network count as viewers of a listing: a burst of twenty, then twenty a
 * day. The returned function counts a device, and returns whether it is a viewer. Counts in memory,
 * because a row would store the network address.
 */
export function limitViews({
  settings,
  clock,
}: Pick<AppDeps, 'settings' | 'clock'>): (c: Context<AppEnv>, listingId: string) => boolean {
  const gate = makeNetworkGate({ burst: DEVICES, perMinute: DEVICES / DAY_MINUTES })
  return (c, listingId) => {
    const network = findClientAddress(c, settings.trustedProxies)
    return gate.pass(network, clock().getTime(), listingId) === 0
  }
}
