import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import type { AppEnv } from '#server/platform/app-env.ts'
import { readProxyRange } from '#server/platform/config/proxy-range.ts'
import { findClientAddress } from '#server/platform/http/client-address.ts'
import { call } from '#tests/server/api-call.ts'

const PROXY = '10.0.0.9'

async function addressOf(from: string, forwarded?: string, trusted = [PROXY]) {
  const app = new Hono<AppEnv>()
  app.get('/', (c) => c.text(findClientAddress(c, trusted.map(readProxyRange))))
  const headers: Record<string, string> = forwarded ? { 'X-Forwarded-For': forwarded } : {}
  return (await call({ app }, 'GET', '/', { from, headers })).text
}

test('X-Forwarded-For from an untrusted sender is ignored', async () => {
  expect(await addressOf('203.0.113.5', '1.2.3.4')).toBe('203.0.113.5')
})

test('behind a trusted proxy, the last hop before it is the client', async () => {
  expect(await addressOf(PROXY, '1.2.3.4, 198.51.100.7')).toBe('198.51.100.7')
  expect(await addressOf(PROXY, '198.51.100.7, 10.0.0.8', [PROXY, '10.0.0.8'])).toBe('198.51.100.7')
  expect(await addressOf(PROXY)).toBe(PROXY)
})

describe('X-Forwarded-For behind trusted proxies', () => {
  const RANGES = ['10.0.0.0/8', '2001:db8:f::/48', '::ffff:192.0.2.0/120']
  test.each([
    ['a port', '1.2.3.4, 203.0.113.7:4711', '203.0.113.7'],
    ['IPv6 in brackets', '1.2.3.4, [2001:db8:1:2::9]', '2001:db8:1:2::/64'],
    ['IPv6 with a port', '1.2.3.4, [2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
    ['mapped IPv4', '1.2.3.4, ::ffff:203.0.113.7', '203.0.113.7'],
    ['mapped IPv4 with a port', '1.2.3.4, [::ffff:203.0.113.7]:443', '203.0.113.7'],
    [
      'trusted hops',
      '1.2.3.4, 203.0.113.7, 2001:db8:f::1, 10.2.3.4:80, [::ffff:10.9.9.9]:80',
      '203.0.113.7',
    ],
    [
      'a hop in a range that is written as IPv4-mapped IPv6',
      '1.2.3.4, 203.0.113.7, 192.0.2.9',
      '203.0.113.7',
    ],
    ['only trusted hops', '10.3.3.3, 10.2.2.2', '10.3.3.3'],
    ['a name instead of an address', '1.2.3.4, unknown', PROXY],
    ['a malformed entry before a trusted hop', '1.2.3.4, 203.0.113.7.8, 10.2.2.2', '10.2.2.2'],
    ['an empty entry', '1.2.3.4,, 10.2.2.2', '10.2.2.2'],
    ['an empty header', ' ', PROXY],
    ['a short form of IPv4', '1.2.3.4, 203.7', PROXY],
    ['IPv6 with a port but no brackets', '1.2.3.4, 2001:db8::1:65536', PROXY],
    ['an invalid port', '1.2.3.4, 203.0.113.7:http', PROXY],
    ['half a bracket', '1.2.3.4, [2001:db8::1', PROXY],
    ['IPv4 in brackets', '1.2.3.4, [203.0.113.7]:80', PROXY],
  ])('with %s (%j): the client is %s', async (_, forwarded, client) => {
    expect(await addressOf(PROXY, forwarded, RANGES)).toBe(client)
    expect(await addressOf(`::ffff:${PROXY}`, forwarded, RANGES)).toBe(client)
    // The header is ignored if the sender is not a trusted proxy.
    expect(await addressOf('203.0.113.200', forwarded, RANGES)).toBe('203.0.113.200')
  })
})

test('an IPv4 address mapped to IPv6 is the same address', async () => {
  expect(await addressOf('::ffff:203.0.113.5')).toBe('203.0.113.5')
})

test('an IPv6 client is identified by its /64 network, since a subscriber has all of it', async () => {
  expect(await addressOf('2001:db8:1:2:aaaa::1')).toBe('2001:db8:1:2::/64')
  expect(await addressOf('2001:db8:1:2::9')).toBe('2001:db8:1:2::/64')
  expect(await addressOf('::1')).toBe('0:0:0:0::/64')
})
