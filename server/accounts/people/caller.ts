import type { Context } from 'hono'
import type { AppDeps, AppEnv } from '#server/platform/app-env.ts'
import { findClientAddress } from '#server/platform/http/client-address.ts'
import { labelDevice } from './device-label.ts'

/** The sender of a request, as far as the request itself identifies it. */
export interface Caller {
  address: string
  deviceLabel: string
  /** The bearer token, not yet validated; null without one. */
  token: string | null
  now: Date
}

export function readCaller(
  c: Context<AppEnv>,
  { clock, settings }: Pick<AppDeps, 'clock' | 'settings'>,
): Caller {
  return {
    address: findClientAddress(c, settings.trustedProxies),
    deviceLabel: labelDevice(c.req.header('User-Agent')),
    token: readToken(c),
    now: clock(),
  }
}

export function readToken(c: Context<AppEnv>): string | null {
  return /^Bearer +([\w-]{1,200})$/i.exec(c.req.header('Authorization') ?? '')?.[1] ?? null
}
