import { describe, expect, test } from 'vitest'
import { readSettings } from '#server/server-settings.ts'
import { describeStart } from '#server/start-banner.ts'

test('nothing needs to be set', () => {
  expect(readSettings({ PORT: '', ADMIN_PASSWORD: '' })).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    dataDir: expect.stringMatching(/data$/),
    seed: 'demo',
    adminEmail: null,
    adminPassword: null,
    sessionTtlDays: 7,
    corsOrigins: [],
    trustedProxies: [],
    logLevel: 'warn',
  })
})

test('every setting is read', () => {
  const settings = readSettings({
    PORT: '8080',
    HOST: '0.0.0.0',
    DATA_DIR: '/srv/marketplace',
    SEED: 'none',
    ADMIN_EMAIL: 'Boss@Example.in',
    ADMIN_PASSWORD: 'fifteen letters',
    SESSION_TTL_DAYS: '1',
    CORS_ORIGINS: 'https://a.example.in, http://localhost:5173',
    TRUSTED_PROXIES: '10.0.0.1,::1',
    VITE_API_HOST: 'https://api.example.in/',
    LOG_LEVEL: 'info',
  })
  expect(settings).toEqual({
    port: 8080,
    host: '0.0.0.0',
    dataDir: '/srv/marketplace',
    seed: 'none',
    adminEmail: 'boss@example.in',
    adminPassword: 'fifteen letters',
    sessionTtlDays: 1,
    corsOrigins: ['https://a.example.in', 'http://localhost:5173'],
    trustedProxies: ['10.0.0.1', '::1'],
    apiOrigin: 'https://api.example.in',
    logLevel: 'info',
  })
})

describe('a wrong setting is named in one sentence', () => {
  test.each([
    [{ PORT: '80a' }, 'PORT must be a whole number from 0 to 65535, not "80a".'],
    [{ PORT: '70000' }, 'PORT must be'],
    [{ PORT: '-1' }, 'PORT must be'],
    [{ SEED: 'yes' }, 'SEED must be one of demo, none, not "yes".'],
    [{ ADMIN_EMAIL: 'boss' }, 'ADMIN_EMAIL must be an e-mail address, not "boss".'],
    [{ SESSION_TTL_DAYS: '0' }, 'SESSION_TTL_DAYS must be a whole number from 1 to 365'],
    [{ CORS_ORIGINS: '*' }, 'CORS_ORIGINS takes origins such as'],
    [{ CORS_ORIGINS: 'https://a.example.in/path' }, 'CORS_ORIGINS takes origins such as'],
    [{ TRUSTED_PROXIES: 'proxy' }, 'TRUSTED_PROXIES takes IP addresses'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of'],
    [{ ADMIN_PASSWORD: 'x'.repeat(129) }, 'ADMIN_PASSWORD may have at most 128 characters.'],
    [
      { ADMIN_PASSWORD: 'short', HOST: '0.0.0.0' },
      'ADMIN_PASSWORD needs at least 15 characters when HOST (0.0.0.0) is not a loopback address.',
    ],
  ])('%o', (env, sentence) => {
    expect(() => readSettings(env)).toThrow(sentence)
  })
})

describe('what a start prints', () => {
  const operator = { email: 'operator@marketplace.example', newPassword: null }

  test('a password that was just made, this once', () => {
    const made = { ...operator, newPassword: 'abcd-efgh' }
    const text = describeStart(readSettings({}), { port: 4321, operator: made }, 'marketplace')
    expect(text).toContain('http://127.0.0.1:4321\n')
    expect(text).toContain('abcd-efgh  (shown this once)')
  })

  test('how to make a new one later, and never a configured one', () => {
    const later = describeStart(readSettings({}), { port: 3000, operator }, 'marketplace')
    expect(later).toContain('npm run operator:password')
    const settings = readSettings({ ADMIN_PASSWORD: 'short one' })
    const configured = describeStart(settings, { port: 3000, operator }, 'marketplace')
    expect(configured).not.toContain('short one')
    expect(configured).toContain('Warning: ADMIN_PASSWORD is short')
  })

  test('that another host than loopback needs HTTPS', () => {
    const open = describeStart(
      readSettings({ HOST: '::' }),
      { port: 3000, operator },
      'marketplace',
    )
    expect(open).toContain('http://[::]:3000')
    expect(open).toContain('HTTPS')
    expect(describeStart(readSettings({}), { port: 3000, operator }, 'marketplace')).not.toContain(
      'HTTPS',
    )
  })
})
