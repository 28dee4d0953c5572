import type { Server } from 'node:http'
import type { DropArgument, Socket } from 'node:net'
import type { Logger } from 'pino'
import {
  type Address,
  findAddress,
  isInRange,
  type ProxyRange,
} from '#server/platform/config/proxy-range.ts'
import { findNetwork, findSite, SITE_NETWORKS } from './client-address.ts'

// Limits the number of open connections. Requests have their own limits, but an open connection
// costs memory and a file descriptor before its first request. Excess connections are closed at
// once; others are not affected.

export interface ConnectionLimits {
  /** Limit for the whole server. */
  total: number
  /** Limit for one IPv4 address or one IPv6 /64. The IPv6 /48 around it may have SITE_NETWORKS times as many. */
  perNetwork: number
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  total: 2_000, // about 14 kB each when idle: 28 MB
  perNetwork: 200, // a browser opens 6 per host over HTTP/1.1: enough for an office of 30 people
}

const LOG_EVERY_MS = 60_000 // a flood of connections must not flood the log

interface Bounds {
  limits: ConnectionLimits
  trustedProxies: readonly ProxyRange[]
  log: Pick<Logger, 'warn'>
  clock: () => Date
}

export function limitConnections(
  server: Server,
  { limits, trustedProxies, log, clock }: Bounds,
): void {
  const networks = countOpen(limits.perNetwork)
  const sites = countOpen(limits.perNetwork * SITE_NETWORKS)
  const report = makeReport(log, clock)

  server.maxConnections = limits.total
  server.on('drop', (_: DropArgument | undefined) => report('total'))
  server.on('connection', (socket: Socket) => {
    const address = findAddress(socket.remoteAddress ?? '')
    if (!address || isShared(address, trustedProxies)) return
    const network = findNetwork(address)
    const site = findSite(network)
    const full = networks.isFull(network) ? 'network' : site && sites.isFull(site) ? 'site' : null
    if (full) {
      report(full)
      socket.destroy()
      return
    }
    networks.add(network, socket)
    if (site) sites.add(site, socket)
  })
}

/** Counts the open connections of each network or site. */
function countOpen(most: number) {
  const open = new Map<string, number>()
  return {
    isFull: (caller: string) => (open.get(caller) ?? 0) >= most,
    add(caller: string, socket: Socket) {
      open.set(caller, (open.get(caller) ?? 0) + 1)
      socket.once('close', () => {
        const left = (open.get(caller) ?? 0) - 1
        if (left > 0) open.set(caller, left)
        else open.delete(caller)
      })
    },
  }
}

/** Whether many clients may share this address: that of a trusted proxy, or of programs on this machine. */
function isShared(address: Address, trustedProxies: readonly ProxyRange[]): boolean {
  return address.range() === 'loopback' || trustedProxies.some((range) => isInRange(address, range))
}

/** Logs at most once a minute, with the number of connections refused since the last line. */
function makeReport(log: Bounds['log'], clock: Bounds['clock']) {
  let refused = 0
  let lineAt = Number.NEGATIVE_INFINITY
  return (limit: keyof typeof SENTENCES) => {
    refused += 1
    const now = clock().getTime()
    if (now - lineAt < LOG_EVERY_MS) return
    log.warn({ limit, refused }, SENTENCES[limit])
    refused = 0
    lineAt = now
  }
}

const SENTENCES = {
  total: 'connections were refused: the server has as many as it may have',
  network: 'connections were refused: one network has as many as it may have',
  site: 'connections were refused: one IPv6 /48 has as many as it may have',
} as const
