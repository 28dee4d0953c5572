// Looks up host names that people entered. Does not use `dns.lookup`: it cannot be aborted, and a name server that
// never answers would hold the threads of Node's pool that other look-ups need.

import { Resolver } from 'node:dns/promises'

const TRY_MS = 2_000 // of the first try of each name server; the second waits longer
const TRIES = 2

/**
 * All IPv4 and IPv6 addresses of a host, in turn, IPv4 first: more servers lack IPv6 than IPv4.
 * @param nameServers IP addresses with ports; by default those of the system
 * @throws for an unknown host, or when the signal aborts
 */
export async function resolveByDns(
  host: string,
  signal: AbortSignal,
  nameServers?: readonly string[],
): Promise<string[]> {
  const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES })
  if (nameServers) resolver.setServers(nameServers)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel)
  try {
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    if (four.status === 'rejected' && six.status === 'rejected') throw four.reason
    return interleave(addressesOf(four), addressesOf(six))
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

function addressesOf(result: PromiseSettledResult<string[]>): readonly string[] {
  return result.status === 'fulfilled' ? result.value : []
}

function interleave(first: readonly string[], second: readonly string[]): string[] {
  const longer = Math.max(first.length, second.length)
  return Array.from({ length: longer }, (_, at) => [first[at], second[at]])
    .flat()
    .filter((address) => address !== undefined)
}
