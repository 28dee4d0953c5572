import type { ProxyRange } from './proxy-range.ts'

/**
 * Whether only people on this machine can open the server. HOST alone does not tell: a proxy on the same machine
 * forwards requests of the public to a loopback address.
 */
export function isServedLocally({
  host,
  publicUrl,
  trustedProxies,
}: {
  host: string
  publicUrl: string | null
  trustedProxies: readonly ProxyRange[]
}): boolean {
  if (!isLoopback(host) || trustedProxies.length > 0) return false
  return publicUrl === null || isLoopback(new URL(publicUrl).hostname)
}

export function isLoopback(host: string): boolean {
  return /^(localhost|::1|\[::1\])$/.test(host) || /^127\.\d+\.\d+\.\d+$/.test(host)
}
