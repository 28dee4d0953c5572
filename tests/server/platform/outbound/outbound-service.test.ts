import { expect, onTestFinished, test } from 'vitest'
import {
  createOutboundClient,
  OutboundError,
  type OutboundRequest,
} from '#server/platform/outbound/outbound-service.ts'
import { PUBLIC_ADDRESS, startPushService } from '#tests/support/server/push-service.ts'
import { startTunnelProxy } from './tunnel-proxy.ts'

const REQUEST: OutboundRequest = { url: 'https://push.example.com/', method: 'POST', body: 'x' }

async function sendTo(addresses: readonly string[], url = REQUEST.url) {
  const connected: string[] = []
  const client = createOutboundClient({
    resolve: async () => addresses,
    connect: async ({ address }) => {
      connected.push(address)
      throw new Error('the test ends here')
    },
  })
  const error: unknown = await client.send({ ...REQUEST, url }).catch((thrown: unknown) => thrown)
  return { connected, kind: error instanceof OutboundError ? error.kind : error }
}

test.each([
  ['loopback', '127.0.0.1'],
  ['loopback in IPv6', '::1'],
  ['a private network', '10.1.2.3'],
  ['a private network', '172.16.0.1'],
  ['a private network', '192.168.1.1'],
  ['a unique local network', 'fd00::1'],
  ['IPv6 that nobody was given', '1000::1'],
  ['IPv6 beside what was given', '4000::1'],
  ['the old site-local network', 'fec0::1'],
  ['a link-local network', '169.254.169.254'],
  ['a link-local network in IPv6', 'fe80::1'],
  ['a carrier-grade NAT', '100.64.0.1'],
  ['this host', '0.0.0.0'],
  ['a broadcast', '255.255.255.255'],
  ['a multicast group', '224.0.0.1'],
  ['documentation', '203.0.113.7'],
  ['loopback, IPv4-mapped', '::ffff:127.0.0.1'],
  ['a private network, IPv4-mapped', '::ffff:10.0.0.1'],
  ['loopback by NAT64', '64:ff9b::7f00:1'],
  ['loopback by 6to4', '2002:7f00:1::'],
  ['no IP address', 'not an address'],
])('the client does not connect if the host name resolves to %s (%s)', async (_, address) => {
  expect(await sendTo([address])).toEqual({ connected: [], kind: 'refused' })
  expect(await sendTo([PUBLIC_ADDRESS, address])).toEqual({ connected: [], kind: 'refused' })
})

test.each([
  'http://push.example.com/',
  'https://push.example.com:8443/',
  'https://me:word@push.example.com/',
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://2130706433/',
  'file:///etc/passwd',
  'no address',
])('a request to %s is refused before anything is sent', async (url) => {
  expect(await sendTo([PUBLIC_ADDRESS], url)).toEqual({ connected: [], kind: 'refused' })
})

test.each([PUBLIC_ADDRESS, '::ffff:93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946'])(
  'the client connects to the public IP address that it checked: %s',
  async (address) => {
    expect(await sendTo([address])).toEqual({ connected: [address], kind: 'failed' })
  },
)

test('a request to an unknown host name fails with an error message that does not tell the reason', async () => {
  const unknown = createOutboundClient({
    resolve: async () => Promise.reject(new Error('ENOTFOUND')),
  })
  await expect(unknown.send(REQUEST)).rejects.toMatchObject({
    kind: 'failed',
    message: 'The other side did not answer.',
  })
})

test('the client returns status and headers, and follows no redirect', async () => {
  const { answerWith, close, outbound, pushed, targets } = await startPushService()
  onTestFinished(close)
  const headers = { location: 'https://127.0.0.1/' }
  answerWith(307, headers)
  expect(await outbound.send(REQUEST)).toMatchObject({ status: 307, headers })
  expect(pushed).toMatchObject([{ headers: { host: 'push.example.com' } }])
  expect(targets).toHaveLength(1)
})

test('the client asks a proxy for a tunnel to the checked IP address, and begins TLS through that tunnel', async () => {
  const TLS_HANDSHAKE = 22 // RFC 8446, section 5.1
  const firstBytes: unknown[] = []
  const { host, tunnels } = await startTunnelProxy((socket) => {
    socket.once('data', (bytes: Buffer) => {
      firstBytes.push(bytes[0])
      socket.destroy()
    })
  })
  const client = createOutboundClient({
    resolve: async () => [PUBLIC_ADDRESS],
    proxy: `http://me:my%20word@${host}`,
  })
  await expect(client.send(REQUEST)).rejects.toMatchObject({ kind: 'failed' })
  const login = `Basic ${btoa('me:my word')}`
  expect(tunnels).toEqual([{ url: `${PUBLIC_ADDRESS}:443`, login }])
  expect(firstBytes).toEqual([TLS_HANDSHAKE])
})
