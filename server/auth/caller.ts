import type { Context } from 'hono'
import type { AppDeps, AppEnv } from '#server/app-env.ts'
import { findClientAddress } from '#server/http/client-address.ts'
import { labelDevice } from './sessions/device-label.ts'

/** Who sends a request, as far as the request itself tells. */
export interface Caller {
  address: string
  deviceLabel: string
  /** The bearer token; null when there is none. Whether it is worth anything is another question. */
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
