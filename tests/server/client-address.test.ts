import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { AppEnv } from '#server/app-env.ts'
import { findClientAddress } from '#server/client-address.ts'
import { call } from './api-call.ts'

const PROXY = '10.0.0.9'

async function addressOf(from: string, forwarded?: string, trusted = [PROXY]) {
  const app = new Hono<AppEnv>()
  app.get('/', (c) => c.text(findClientAddress(c, trusted)))
  const headers: Record<string, string> = forwarded ? { 'X-Forwarded-For': forwarded } : {}
  return (await call({ app }, 'GET', '/', { from, headers })).text
}

test("a stranger's word about its own address counts for nothing", async () => {
  expect(await addressOf('203.0.113.5', '1.2.3.4')).toBe('203.0.113.5')
})

test('behind a trusted proxy the last hop before it is the client', async () => {
  expect(await addressOf(PROXY, '1.2.3.4, 198.51.100.7')).toBe('198.51.100.7')
  expect(await addressOf(PROXY, '198.51.100.7, 10.0.0.8', [PROXY, '10.0.0.8'])).toBe('198.51.100.7')
  expect(await addressOf(PROXY)).toBe(PROXY)
})

test('an IPv4 address wrapped in IPv6 is the same address', async () => {
  expect(await addressOf('::ffff:203.0.113.5')).toBe('203.0.113.5')
})

test('of an IPv6 address the network counts, because a subscriber has all of it', async () => {
  expect(await addressOf('2001:db8:1:2:aaaa::1')).toBe('2001:db8:1:2::/64')
  expect(await addressOf('2001:db8:1:2::9')).toBe('2001:db8:1:2::/64')
  expect(await addressOf('::1')).toBe('0:0:0:0::/64')
})
