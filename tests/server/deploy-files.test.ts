import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readProxyRange } from '#server/platform/config/proxy-range.ts'
import { readSettings } from '#server/platform/config/server-settings.ts'
import { SETTING_NAMES } from '#server/platform/config/setting-names.ts'
import { MOST_CONNECTIONS } from '#server/platform/database/connection/open-postgres.ts'

// Checks, without starting a container, that the files of deploy/ refer only to existing files and settings.

const ROOT = join(import.meta.dirname, '../..')
const read = (name: string) => readFileSync(join(ROOT, 'deploy', name), 'utf8')
const COMPOSE = read('compose.yaml')

/** A value for each variable that compose.yaml uses. */
const FILLED: Record<string, string> = {
  SITE_ADDRESS: 'marketplace.example.in',
  POSTGRES_PASSWORD: 'letters1and2digits',
  POSTGRES_ADMIN_PASSWORD: 'of the superuser alone',
  PAN_KEY: '07'.repeat(32),
  APP_SECRET: 'a secret that only tests know, 1234',
  ADMIN_EMAIL: 'operator@example.in',
  ADMIN_PASSWORD: 'a long operator password',
  SMTP_URL: 'smtps://codes:secret@mail.example.in:465',
  MAIL_FROM: 'Property Marketplace <codes@example.in>',
  LOG_LEVEL: 'info',
}

const fill = (text: string) =>
  text.replace(
    /\$\{(\w+)(?::-([^}]*)|:\?)\}/g,
    (_whole, name: string, unset?: string) => FILLED[name] ?? unset ?? 'UNKNOWN',
  )
const [, APP_BLOCK = ''] = /&app-environment\n((?: {4}.*\n)+)/.exec(COMPOSE) ?? []

test('example.env lists the required variables without any values', () => {
  const lines = read('example.env')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
  const named = lines.map((line) => line.split('=')[0])
  const required = [...COMPOSE.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name)
  expect(new Set(named)).toEqual(new Set([...required, 'SMTP_URL', 'MAIL_FROM']))
  expect(lines.filter((line) => !line.endsWith('='))).toEqual([])
})

test('the server accepts the settings of compose.yaml', () => {
  const pairs = [
    ...read('Dockerfile').matchAll(/(\w+)=(\S+)(?= |$)/gm),
    ...fill(APP_BLOCK).matchAll(/^ {4}(\w+): (.*)$/gm),
  ]
  const env = Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, value]))
  expect(readSettings(env)).toMatchObject({
    host: '0.0.0.0',
    port: 3000,
    dataDir: '/data',
    publicUrl: 'https://marketplace.example.in',
    metricsPort: 9464,
    metricsHost: '0.0.0.0',
    backupEveryHours: 24,
    backupMedia: 'on',
    seed: 'none',
    databaseUrl: 'postgres://marketplace:letters1and2digits@database:5432/marketplace',
    trustedProxies: [readProxyRange('172.30.0.10')],
  })
  // This is the address of the proxy in compose.yaml, the only one that the server trusts.
  expect(COMPOSE).toContain('ipv4_address: 172.30.0.10')
  // Only the ports of the proxy are public, so the metrics port is not.
  expect(COMPOSE.match(/^ *ports: .*$/gm)).toEqual([
    '    ports: ["80:80", "443:443", "443:443/udp"]',
  ])
})

test('compose.yaml passes every setting to the server', () => {
  const inImage = ['HOST', 'PORT', 'DATA_DIR'] // set by the Dockerfile
  const ofCommands = ['PAN_KEY_NEW', 'API_PORT'] // of one command, and of development
  const passed = [...APP_BLOCK.matchAll(/^ {4}(\w+): /gm)].map(([, name]) => name)
  expect([...passed, ...inImage, ...ofCommands].toSorted()).toEqual([...SETTING_NAMES].toSorted())
})

test('the unit of systemd starts the compiled server, as a user of its own', () => {
  const unit = read('marketplace.service')
  const [, folder = '', program = ''] =
    /^WorkingDirectory=(\S+)\nEnvironmentFile=\S+\nExecStart=\/usr\/bin\/node (\S+)$/m.exec(unit) ??
    []
  expect(folder).toBe('/opt/marketplace')
  expect(program).toBe('dist/.server/serve.js')
  for (const line of ['User=marketplace', 'StateDirectory=marketplace', 'ProtectSystem=strict'])
    expect(unit).toContain(`\n${line}\n`)
  const env = [...unit.matchAll(/^Environment=(\w+)=(\S+)$/gm)].map(([, name, text]) => [
    name,
    text,
  ])
  expect(readSettings(Object.fromEntries(env)).dataDir).toBe('/var/lib/marketplace')
})

test("the database creates the server's role, and no other service gets the superuser's password", () => {
  const [, script = ''] = /^ +- \.\/(\S+):\/docker-entrypoint-initdb\.d\//m.exec(COMPOSE) ?? []
  const [, variable] = /^\\getenv password (\w+)$/m.exec(read(script)) ?? []
  const database = /\n {2}database:\n(?: {4}.*\n|\n)+/.exec(COMPOSE)?.[0] ?? ''
  expect(database).toContain(`${variable}: \${POSTGRES_PASSWORD:?}\n`)
  expect(COMPOSE.replace(database, '')).not.toContain('POSTGRES_ADMIN_PASSWORD')
})

test('the Dockerfile copies only files that exist', () => {
  const copied = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
    ([, names = '']) => names.split(' '),
  )
  expect(copied.length).toBeGreaterThan(4)
  expect(copied.filter((name) => !existsSync(join(ROOT, name)))).toEqual([])
})

test('operations.md asks PostgreSQL for as many connections as a process keeps', () => {
  const text = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8').replaceAll(/\s+/g, ' ')
  const sentence =
    /keeps at most (\d+) connections, so `max_connections` must be (\d+) for each process and a few more/
  expect(text.match(sentence)?.slice(1).map(Number)).toEqual([MOST_CONNECTIONS, MOST_CONNECTIONS])
})
