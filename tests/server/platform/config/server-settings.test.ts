import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { describeStart } from '#server/operations/start-banner.ts'
import { readProxyRange } from '#server/platform/config/proxy-range.ts'
import { readSettings } from '#server/platform/config/server-settings.ts'
import { SetupError } from '#server/platform/config/setup-error.ts'
import { TEST_PAN_KEY } from '#tests/support/server/test-pans.ts'

const BUCKET = {
  MEDIA_S3_ENDPOINT: 'https://s3.example.in',
  MEDIA_S3_BUCKET: 'marketplace-media',
  MEDIA_S3_REGION: 'ap-south-1',
  MEDIA_S3_ACCESS_KEY_ID: 'AKIAEXAMPLE',
  MEDIA_S3_SECRET_ACCESS_KEY: 'a-secret-key',
}
/** The settings of a database that several processes share. */
const SHARED = {
  DATABASE_URL: 'postgres://user:pass%40word@db.example.in:5432/marketplace',
  APP_SECRET: 'thirty-two characters, and no less',
  PAN_KEY: TEST_PAN_KEY,
}
const ORIGINS = ['https://a.in', 'http://localhost:5173']
const HOSTS = ['https://films.in', 'https://cdn.in:8443']
const PROXIES = ['10.0.0.1', '::1', '10.1.0.0/16', '::ffff:192.0.2.0/120']

/** A variable, its setting, the default, and a text of the variable with the value read from it (else the text). */
type Row = [variable: string, name: string, unset: unknown, text: string, value?: unknown]

const SETTINGS: Row[] = [
  ['PORT', 'port', 3000, '8080', 8080],
  ['HOST', 'host', '127.0.0.1', '0.0.0.0'],
  ['DATA_DIR', 'dataDir', resolve('data'), '/srv/market'],
  ['MEDIA_DIR', 'mediaDir', resolve('data/media'), '/srv/films'],
  ['UPLOAD_DIR', 'uploadDir', resolve('data/uploads'), '', '/srv/market/uploads'],
  ['PUBLIC_URL', 'publicUrl', null, 'https://panel.example.in/', 'https://panel.example.in'],
  ['DATABASE_URL', 'databaseUrl', null, SHARED.DATABASE_URL],
  ['SEED', 'seed', 'demo', 'none'],
  ['ADMIN_EMAIL', 'adminEmail', null, 'Boss@Example.in', 'boss@example.in'],
  ['ADMIN_PASSWORD', 'adminPassword', null, 'fifteen letters'],
  ['SESSION_TTL_DAYS', 'sessionTtlDays', 7, '1', 1],
  ['STAFF_IDLE_HOURS', 'staffIdleHours', 12, '0', 0],
  ['REVIEW_DUE_HOURS', 'reviewDueHours', 8, '16', 16],
  ['CORS_ORIGINS', 'corsOrigins', [], 'https://a.in, http://localhost:5173', ORIGINS],
  ['MEDIA_HOSTS', 'mediaHosts', [], 'https://films.in, https://cdn.in:8443/', HOSTS],
  ['HSTS_SUBDOMAINS', 'hstsSubdomains', 'on', 'off'],
  ['TRUSTED_PROXIES', 'trustedProxies', [], PROXIES.join(','), PROXIES.map(readProxyRange)],
  ['REQUESTS_PER_MINUTE', 'requestsPerMinute', 600, '1200', 1200],
  ['VITE_API_HOST', 'apiOrigin', null, 'https://api.example.in/', 'https://api.example.in'],
  ['SMTP_URL', 'smtpUrl', null, 'smtps://user:pass%40word@mail.example.in:465'],
  ['OUTBOUND_PROXY', 'outboundProxy', null, 'http://user:word@proxy.example.in:3128'],
  ['MAIL_FROM', 'mailFrom', null, 'Property Marketplace <codes@example.in>'],
  ['APP_SECRET', 'appSecret', null, SHARED.APP_SECRET],
  ['PAN_KEY', 'panKey', null, SHARED.PAN_KEY, Buffer.from(SHARED.PAN_KEY, 'hex')],
  ['METRICS_PORT', 'metricsPort', null, '9464', 9464],
  ['METRICS_HOST', 'metricsHost', '127.0.0.1', '10.0.0.7'],
  ['BACKUP_EVERY', 'backupEveryHours', 0, '24', 24],
  ['BACKUP_KEEP', 'backupKeep', 7, '3', 3],
  ['BACKUP_DIR', 'backupDir', resolve('data/backups'), '/srv/backups'],
  ['BACKUP_MEDIA', 'backupMedia', 'off', 'on'],
  ['DRAIN_SECONDS', 'drainSeconds', 0, '15', 15],
  ['LOG_LEVEL', 'logLevel', 'warn', 'info'],
]

test('every setting has a default, which an empty variable does not change', () => {
  const defaults = Object.fromEntries(SETTINGS.map(([, name, unset]) => [name, unset]))
  const empty = Object.fromEntries(SETTINGS.map(([variable]) => [variable, '']))
  for (const env of [{}, empty]) expect(readSettings(env)).toEqual({ ...defaults, mediaS3: null })
})

test('every setting is read from its environment variable', () => {
  const env = Object.fromEntries(SETTINGS.map(([variable, , , text]) => [variable, text]))
  const values = Object.fromEntries(SETTINGS.map(([, name, , text, value = text]) => [name, value]))
  expect(readSettings({ ...env, ...BUCKET })).toEqual({
    ...values,
    mediaS3: {
      endpoint: 'https://s3.example.in',
      bucket: 'marketplace-media',
      region: 'ap-south-1',
      accessKeyId: 'AKIAEXAMPLE',
      secretAccessKey: 'a-secret-key',
    },
  })
})

const LOCAL = [
  {},
  { HOST: 'localhost', PUBLIC_URL: 'http://localhost:3000' },
  { HOST: '::1', PUBLIC_URL: 'http://127.0.0.1:3000' },
]
const OPEN_TO_OTHERS = [
  { PUBLIC_URL: 'https://panel.example.in' },
  { PUBLIC_URL: 'http://192.168.1.20:3000' },
  { PUBLIC_URL: 'http://localhost.example.in' },
  { TRUSTED_PROXIES: '127.0.0.1', PUBLIC_URL: 'http://localhost:3000' },
  { HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:3000' },
]

test('only a server for this machine alone takes a short password and fills itself with demo data', () => {
  for (const env of LOCAL) {
    expect(readSettings({ ...env, ADMIN_PASSWORD: 'short' }).adminPassword).toBe('short')
    expect(readSettings(env).seed, JSON.stringify(env)).toBe('demo')
  }
  for (const env of OPEN_TO_OTHERS) {
    expect(() => readSettings({ ...env, ADMIN_PASSWORD: 'short' }), JSON.stringify(env)).toThrow(
      'ADMIN_PASSWORD needs at least 15 characters when others can open the server',
    )
    expect(readSettings(env).seed, JSON.stringify(env)).toBe('none')
    expect(readSettings({ ...env, SEED: 'demo' }).seed).toBe('demo')
  }
})

test('a shared database gets no demo data unless SEED is "demo"', () => {
  expect(readSettings(SHARED).seed).toBe('none')
  expect(readSettings({ ...SHARED, SEED: 'demo' }).seed).toBe('demo')
})

const PUBLIC_URL_MISSING =
  'PUBLIC_URL must be set when HOST is not a loopback address or TRUSTED_PROXIES is set: the address that people open, such as https://panel.example.in.'
const SHARED_MISSING = 'must be set with DATABASE_URL: all processes need the same.'

describe('a wrong setting is reported in one sentence', () => {
  test.each([
    ['PORT', '80a', 'must be a whole number from 0 to 65535, not "80a".'],
    ['PORT', '70000', 'must be'],
    ['PORT', '-1', 'must be'],
    ['SEED', 'yes', 'must be one of demo, none, not "yes".'],
    ['ADMIN_EMAIL', 'boss', 'must be an e-mail address, not "boss".'],
    ['ADMIN_PASSWORD', 'x'.repeat(129), 'may have at most 128 characters.'],
    ['SESSION_TTL_DAYS', '0', 'must be a whole number from 1 to 365'],
    ['CORS_ORIGINS', '*', 'takes origins such as'],
    ['CORS_ORIGINS', 'https://a.example.in/path', 'takes origins such as'],
    ['MEDIA_HOSTS', 'http://films.in', 'takes https origins only, not "http://films.in".'],
    ['MEDIA_HOSTS', 'https://a.example.in;b', 'takes origins such as'],
    ['MEDIA_HOSTS', 'https://*.example.in', 'takes origins such as'],
    ['MEDIA_HOSTS', 'https:', 'takes origins such as'],
    [
      'TRUSTED_PROXIES',
      '10.0.0.2, proxy',
      'takes IP addresses such as 10.0.0.2 and ranges such as 10.0.0.0/24, not "proxy".',
    ],
    ['LOG_LEVEL', 'loud', 'must be one of'],
    ['PUBLIC_URL', 'panel.example.in', 'takes origins such as'],
    ['PUBLIC_URL', 'https://panel.example.in/app', 'takes origins such as'],
    ['SMTP_URL', 'https://m.in', 'must be like smtps://user:password@mail.example.in:465.'],
    ['SMTP_URL', 'mail.example.in:25', 'must be like'],
    ['SMTP_URL', 'smtp://', 'must be like'],
    ['OUTBOUND_PROXY', 'proxy.example.in:3128', 'must be like'],
    ['OUTBOUND_PROXY', 'https://proxy.example.in', 'must be like'],
    [
      'MAIL_FROM',
      'Codes <codes>',
      'must be an e-mail address or like Name <codes@example.in>, not "Codes <codes>".',
    ],
    ['MAIL_FROM', 'a@example.in, b@example.in', 'must be'],
    [
      'DATABASE_URL',
      'mysql://d.in/a',
      'must be like postgres://user:password@host:5432/marketplace.',
    ],
    ['DATABASE_URL', 'postgres://db.example.in', 'must be like'],
    ['PAN_KEY', '07'.repeat(31), 'must be 32 bytes in base64 or as 64 hexadecimal'],
    ['METRICS_PORT', '70000', 'must be a whole number from 0 to 65535'],
    ['DRAIN_SECONDS', '601', 'must be a whole number from 0 to 600'],
    ['APP_SECRET', 'x'.repeat(31), 'needs at least 32 characters.'],
  ])('%s=%s', (variable, text, sentence) => {
    expect(() => readSettings({ [variable]: text })).toThrow(`${variable} ${sentence}`)
  })

  test.each([
    [{ HOST: '0.0.0.0' }, PUBLIC_URL_MISSING],
    [{ HOST: '::' }, PUBLIC_URL_MISSING],
    [{ TRUSTED_PROXIES: '127.0.0.1' }, PUBLIC_URL_MISSING],
    [
      { SMTP_URL: 'smtp://mail.example.in' },
      'MAIL_FROM must be set with SMTP_URL: the address that codes come from.',
    ],
    [{ ...SHARED, APP_SECRET: '' }, `APP_SECRET ${SHARED_MISSING}`],
    [{ ...SHARED, PAN_KEY: '' }, `PAN_KEY ${SHARED_MISSING}`],
    [
      { ...BUCKET, MEDIA_S3_REGION: '', MEDIA_S3_BUCKET: '' },
      'With the other MEDIA_S3 settings, MEDIA_S3_BUCKET, MEDIA_S3_REGION must be set too.',
    ],
    [{ ...BUCKET, MEDIA_S3_BUCKET: 'a/b' }, 'MEDIA_S3_BUCKET must be the name of a bucket'],
    [{ ...BUCKET, MEDIA_S3_ENDPOINT: 'https://s3.in/a' }, 'MEDIA_S3_ENDPOINT takes origins'],
    [
      { ...BUCKET, MEDIA_S3_ENDPOINT: 'http://s3.in' },
      'MEDIA_S3_ENDPOINT must begin with https, unless it is on this machine, not "http://s3.in".',
    ],
    [
      { ADMIN_PASSWORD: 'short', HOST: '0.0.0.0', PUBLIC_URL: 'https://panel.example.in' },
      'ADMIN_PASSWORD needs at least 15 characters when others can open the server',
    ],
  ])('%o', (env, sentence) => {
    expect(() => readSettings(env)).toThrow(sentence)
  })
})

test.each([
  ...['10.0.0.0/33', '10.0.0.0/', '10.0.0.0/-1', '10.0.0/8'],
  ...['2001:db8::/129', '::ffff:10.0.0.0/95', '[::1]'],
])('%s is not a range of proxies', (range) => {
  expect(() => readSettings({ TRUSTED_PROXIES: range })).toThrow(`not "${range}".`)
})

test.each([
  { SMTP_URL: 'imap://user:a-mail-password@mail.example.in' },
  { OUTBOUND_PROXY: 'https://user:a-mail-password@proxy.example.in' },
  { APP_SECRET: 'a-secret-too-short' },
  { PAN_KEY: 'a-secret-that-is-no-key' },
  { DATABASE_URL: 'mysql://user:a-secret-word@db.example.in/marketplace' },
  { ...BUCKET, MEDIA_S3_BUCKET: '' },
])('a wrong setting is reported without its secret: %o', (env) => {
  const read = () => readSettings(env)
  expect(read).toThrow(SetupError)
  expect(read).not.toThrow(/a-mail-password|a-secret/)
})

describe('the output of a start', () => {
  const operator = {
    email: 'operator@marketplace.example',
    newPassword: null,
    isPasswordNewer: false,
    isUnused: false,
  }
  const started = { port: 3000, publicUrl: 'http://localhost:3000', operator, demoUser: null }
  const write = (
    env: Record<string, string>,
    change: Partial<Parameters<typeof describeStart>[1]> = {},
  ) => describeStart(readSettings(env), { ...started, ...change }, 'marketplace')

  test('shows the local and the public URL, and a new password', () => {
    const made = { ...operator, newPassword: 'abcd-efgh' }
    const publicUrl = 'https://panel.example.in'
    const text = write({}, { port: 4321, publicUrl, operator: made })
    expect(text).toContain('http://127.0.0.1:4321\n')
    expect(text).toContain('Public address: https://panel.example.in\n')
    expect(text).toContain('abcd-efgh  (shown this once)')
  })

  test('shows the demo user and her password only when they were just created', () => {
    const demoUser = { email: 'asha@example.in', newPassword: 'wxyz-2345' }
    expect(write({}, { demoUser })).toMatch(
      /Demo user's e-mail: {2}asha@example\.in\nDemo user's password: wxyz-2345 {2}\(shown this once\)\n$/,
    )
    expect(write({})).not.toContain('Demo user')
  })

  test('explains how to create a new password later, and never shows a configured one', () => {
    expect(write({})).toContain('npm run manage -- password')
    const env = { ADMIN_PASSWORD: 'short one' }
    expect(write(env)).not.toContain('short one')
    expect(write(env)).toContain('Warning: ADMIN_PASSWORD is short')
    const newer = { ...operator, isPasswordNewer: true }
    expect(write(env, { operator: newer })).toContain('set after ADMIN_PASSWORD')
  })

  test('says that ADMIN_EMAIL is not used, and how to change that', () => {
    const unused = { ...operator, isUnused: true }
    const text = write({ ADMIN_PASSWORD: 'a long password of mine' }, { operator: unused })
    expect(text).toContain('Warning: ADMIN_EMAIL names nobody on the team')
    expect(text).not.toContain('as set in ADMIN_PASSWORD')
    expect(write({})).not.toContain('names nobody')
  })

  test('says where one-time codes are written when there is no mail server', () => {
    expect(write({})).toContain('One-time codes stand in this log: SMTP_URL is not set.\n')
    const mail = { SMTP_URL: 'smtp://mail.example.in', MAIL_FROM: 'codes@example.in' }
    expect(write(mail)).not.toContain('One-time')
  })

  test('states that a host other than loopback needs HTTPS', () => {
    const open = write({ HOST: '::', PUBLIC_URL: 'http://a.in' })
    expect(open).toContain('http://[::]:3000')
    expect(open).toContain('HTTPS')
    expect(write({})).not.toContain('HTTPS')
  })
})
