import { afterEach, describe, expect, test } from 'vitest'
import { findSite } from '#server/platform/http/client-address.ts'
import { countTry } from '#server/platform/limits/attempt-counter.ts'
import { LIMITS, type LimitedKind } from '#server/platform/limits/limit-table.ts'
import { scopesOf } from '#server/platform/limits/network-site.ts'
import { startServerForFile } from '#tests/support/server/server-for-test.ts'
import { insertAttempts } from './counted-attempts.ts'

const HOUR_MS = 3_600_000
const NETWORK = '2001:db8:7:1::/64'
const SAME_SITE = '2001:db8:7:ffff::/64'
const ELSEWHERE = '2001:db8:8:1::/64'
const IPV4 = '203.0.113.5'

const server = await startServerForFile({ seed: 'none' })

afterEach(async () => {
  await server.db.deleteFrom('attempts').execute()
})

const subjectOf = (number: number) => number.toString(16).padStart(64, '0')

function attempt(kind: LimitedKind, network: string, subject = subjectOf(1)) {
  return countTry(server, kind, { subject, network, now: server.clock.now() })
}

/** Counts the subject's free tries, after which the limits of its network apply. */
async function useFreeTries(kind: LimitedKind): Promise<void> {
  await insertAttempts(server, kind, LIMITS[kind].freeTries ?? 0, { subject: subjectOf(1) })
}

const kinds = Object.keys(LIMITS) as LimitedKind[] // safe cast: the type of LIMITS has exactly these keys

describe.each(kinds)('the limit of %s', (kind) => {
  const { subject, address, site, sentence } = LIMITS[kind]

  test('has an allowance for a subject, a network and a site, each larger than the one before, and a sentence', () => {
    for (const [index, { most, windowMs }] of subject.entries()) {
      expect(most).toBeGreaterThan(0)
      const around = address[index]
      if (around?.windowMs === windowMs) expect(around.most).toBeGreaterThan(most)
    }
    expect(address.length).toBeGreaterThan(0)
    expect(site.map(({ windowMs }) => windowMs)).toEqual(address.map(({ windowMs }) => windowMs))
    for (const [index, { most }] of site.entries())
      expect(most).toBeGreaterThan(address[index]?.most ?? Number.POSITIVE_INFINITY)
    expect(sentence).toMatch(/^[A-Z].+\.$/)
  })

  test('is that of the subject on all networks together', async () => {
    for (const { most, windowMs } of subject) {
      // An allowance for a day is reached by attempts that are older than the hour of the other one.
      const agoMs = windowMs > HOUR_MS ? 2 * HOUR_MS : 0
      await insertAttempts(server, kind, most - 1, { subject: subjectOf(1) }, agoMs)
      await attempt(kind, IPV4)
      await expect(attempt(kind, ELSEWHERE)).rejects.toMatchObject({
        status: 429,
        message: expect.stringContaining(sentence),
      })
      await attempt(kind, IPV4, subjectOf(2))
      server.clock.advance(windowMs)
      await server.db.deleteFrom('attempts').execute()
      await attempt(kind, IPV4)
      await server.db.deleteFrom('attempts').execute()
    }
  })

  test('is that of a network for all subjects together', async () => {
    const { most } = address[0] ?? { most: Number.NaN }
    await useFreeTries(kind)
    await insertAttempts(server, kind, most, scopesOf(server.appSecret, IPV4))
    await expect(attempt(kind, IPV4)).rejects.toMatchObject({ status: 429 })
    await attempt(kind, '203.0.113.6')
  })

  test('is that of an IPv6 /48 for all of its networks together', async () => {
    const { most } = site[0] ?? { most: Number.NaN }
    await useFreeTries(kind)
    const { site: key } = scopesOf(server.appSecret, NETWORK)
    await insertAttempts(server, kind, most, { site: key })
    await expect(attempt(kind, SAME_SITE)).rejects.toMatchObject({ status: 429 })
    await attempt(kind, ELSEWHERE)
  })

  test('stores each try with its network and its site, as hashes', async () => {
    await attempt(kind, NETWORK)
    const rows = await server.db.selectFrom('attempts').selectAll().execute()
    expect(rows).toMatchObject([{ kind, ...scopesOf(server.appSecret, NETWORK) }])
    // Without the random ids, which may have these digits by chance.
    const stored = rows.map(({ id: _, ...row }) => row)
    expect(JSON.stringify(stored)).not.toContain('2001')
  })
})

/**
 * What docs/api.md promises: the allowances of a subject, and of a network where they are not thirty times as much. They
 * are repeated here on purpose, so that an accidental change of the table fails.
 */
const PROMISED: Readonly<Record<LimitedKind, { subject: string; network?: string }>> = {
  register: { subject: '5/h', network: '20/h' },
  'code-send': { subject: '5/h 10/d', network: '100/h' },
  'code-try': { subject: '20/d', network: '100/h' },
  'second-factor': { subject: '10/h', network: '100/h' },
  'reset-request': { subject: '3/h', network: '20/h' },
  grievance: { subject: '5/h 10/d', network: '20/h' },
  'email-change': { subject: '10/h 20/d', network: '60/h' },
  'session-open': { subject: '60/h' },
  confirm: { subject: '120/h' },
  'session-end': { subject: '60/h' },
  'account-change': { subject: '60/h' },
  profile: { subject: '10/h' },
  deletion: { subject: '10/h 20/d' },
  export: { subject: '3/h' },
  'member-mail': { subject: '5/h' },
  'member-deletion': { subject: '20/h 60/d' },
  'export-offer': { subject: '60/h' },
  invite: { subject: '40/h' },
  'team-change': { subject: '60/h 200/d' },
  'site-change': { subject: '120/h 400/d' },
  'pan-reveal': { subject: '30/h 100/d' },
  'event-create': { subject: '60/h' },
  'event-change': { subject: '60/m' },
  'posting-change': { subject: '120/m' },
  'posting-step': { subject: '120/h 400/d' },
  upload: { subject: '100/d' },
}
const UNITS: Readonly<Record<string, number>> = { m: HOUR_MS / 60, h: HOUR_MS, d: 24 * HOUR_MS }

function readAllowances(text: string, factor = 1) {
  return text.split(' ').map((one) => {
    const [most, unit = ''] = one.split('/')
    return { most: Number(most) * factor, windowMs: UNITS[unit] }
  })
}

test.each(Object.entries(PROMISED))('the allowances of %s are as promised', (kind, promised) => {
  const { subject, address, site } = LIMITS[kind as LimitedKind] // a key of PROMISED
  expect(subject).toEqual(readAllowances(promised.subject))
  const ofNetwork = (factor: number) =>
    promised.network === undefined
      ? readAllowances(promised.subject, 30 * factor)
      : readAllowances(promised.network, factor)
  expect(address).toEqual(ofNetwork(1))
  expect(site).toEqual(ofNetwork(5))
})

test('the limits of a network spare a subject for its first tries, and nothing else does', () => {
  const spared = Object.entries(LIMITS).filter(([, { freeTries }]) => freeTries !== undefined)
  expect(spared.map(([kind, { freeTries }]) => [kind, freeTries])).toEqual([
    ['code-send', 3],
    ['code-try', 5],
    ['second-factor', 3],
  ])
})

test.each([
  ['2001:db8:7:1::/64', '2001:db8:7:2::/64', true],
  ['2001:db8:7:100::/64', '2001:db8:7:1ff::/64', true], // networks of one /56
  ['2001:db8:7:0::/64', '2001:db8:7:ffff::/64', true],
  ['2001:db8:7:1::/64', '2001:db8:8:1::/64', false],
  ['2001:db8:7:1::/64', '2001:db9:7:1::/64', false],
])('whether %s and %s are one site: %s', (one, other, isSame) => {
  expect(findSite(one) === findSite(other)).toBe(isSame)
  expect(scopesOf('secret', one).site === scopesOf('secret', other).site).toBe(isSame)
})

test('an IPv4 address has no site', () => {
  expect(findSite(IPV4)).toBeNull()
  expect(scopesOf('secret', IPV4).site).toBeNull()
})
