import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { startServer } from '#server/main/start-server.ts'
import { readSettings } from '#server/platform/config/server-settings.ts'
import { openTestDatabase } from '#tests/support/server/test-database.ts'
import { TEST_PAN_KEY } from '#tests/support/server/test-pans.ts'
import { ALERT_PLAYS } from '#tools/alerts/alert-plays.ts'

// The alert rules and the dashboard of deploy/ must use only metrics that the server exposes. The server runs on
// PostgreSQL here, because it exposes some metrics only there.

const DEPLOY = join(import.meta.dirname, '../../../deploy')
const ALERTS = readFileSync(join(DEPLOY, 'alerts.yaml'), 'utf8')
const DASHBOARD = readFileSync(join(DEPLOY, 'grafana-dashboard.json'), 'utf8')

interface Panel {
  title: string
  targets: { expr: string }[]
}
const { panels } = JSON.parse(DASHBOARD) as { panels: Panel[] } // unchecked cast: if the dashboard has another shape, the tests fail

const rules = ALERTS.split(/^ {6}- alert: /m).slice(1)
const alerts = rules.map((rule) => {
  const field = (name: string) => new RegExp(`^ {8,10}${name}: (.+)$`, 'm').exec(rule)?.[1] ?? null
  const [name = ''] = rule.split('\n')
  return { name, expr: field('expr'), labels: field('labels'), summary: field('summary') }
})

const NOBODY_WAITS = 'database_connections{state="waiting"} 0\n'

let told: string
let again: string[]

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'monitoring-'))
  const database = await openTestDatabase()
  const settings = readSettings({
    PORT: '0',
    METRICS_PORT: '0',
    DATA_DIR: folder,
    DATABASE_URL: database.place,
    APP_SECRET: 'a secret that only tests know, 1234',
    PAN_KEY: TEST_PAN_KEY,
    BACKUP_EVERY: '24',
    LOG_LEVEL: 'silent',
  })
  const server = await startServer(settings, null)
  const scrape = async () => (await fetch(`http://127.0.0.1:${server.metricsPort}/metrics`)).text()
  told = await scrape()
  // The jobs of the start run at once and may take every connection for a moment.
  await vi.waitUntil(async () => (await scrape()).includes(NOBODY_WAITS))
  again = [await scrape(), await scrape(), await scrape()]
  return async () => {
    await server.close()
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

/** Every metric name that a query may use. A histogram has three names. */
function listExposed(): Set<string> {
  const types = [...told.matchAll(/^# TYPE (\w+) (\w+)$/gm)]
  return new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  )
}

const GROUPING = /\b(?:by|ignoring|on|without)\s*\([^)]*\)/g
const NO_METRIC = new Set(['up']) // Prometheus adds this metric, not the server

/** The names of the metrics in a PromQL expression. */
function listMetrics(expr: string): string[] {
  const bare = expr.replace(/\{[^}]*\}|\[[^\]]*\]/g, '').replace(GROUPING, '')
  return [...bare.matchAll(/\b[a-z_]\w*\b(?!\s*\()/g)].map(([name]) => name)
}

describe.each([
  ['alerts.yaml', alerts.map(({ name, expr }) => [name, expr ?? ''] as const)],
  [
    'grafana-dashboard.json',
    panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
  ],
])('deploy/%s', (_, queries) => {
  test.each(queries)('%s uses metrics that the server exposes', (_name, expr) => {
    const metrics = listMetrics(expr).filter((name) => !NO_METRIC.has(name))
    if (!/\bup\b/.test(expr)) expect(metrics).not.toEqual([])
    expect(metrics.filter((name) => !listExposed().has(name))).toEqual([])
  })

  test('uses the labels `state` and `kind` only with values that the server exposes', () => {
    const pairs = queries.flatMap(([, expr]) => [
      ...expr.matchAll(/(\w+)\{((?:state|kind)="\w+")\}/g),
    ])
    for (const [, metric, label] of pairs)
      expect(told).toMatch(new RegExp(`^${metric}\\{(?:[^}]*,)?${label}[,}]`, 'm'))
  })
})

test('an idle server reports no caller that waits for a database connection', () => {
  for (const scrape of again) expect(scrape).toContain(NOBODY_WAITS)
})

test('`npm run faults -- alerts` plays every alert, and no other: under its fault, and idle on both databases', () => {
  const played = new Set(ALERT_PLAYS.flatMap(({ fires }) => fires))
  expect([...played].sort()).toEqual(alerts.map(({ name }) => name).sort())
  const idle = ALERT_PLAYS.filter(({ fires }) => fires.length === 0)
  expect(new Set(idle.map(({ isOnPostgres = false }) => isOnPostgres)).size).toBe(2)
})

test('the server exposes no label that Prometheus sets itself', () => {
  expect(told).not.toMatch(/^\w+\{[^}]*\b(?:job|instance)="/m)
})

test('each alert has a severity and a summary', () => {
  expect(alerts.length).toBeGreaterThan(0)
  for (const { expr, labels, summary } of alerts) {
    expect(expr).not.toBeNull()
    expect(labels).toMatch(/^\{ severity: (warning|critical) \}$/)
    expect(summary).toMatch(/^".+\."$/)
  }
})

test.each([
  ...['up{', 'server_ready', 'status="5xx"', 'http_unavailable_total', 'histogram_quantile(0.99'],
  ...['data_disk_bytes', 'mail_failures_total', 'database_errors_total', 'backup_age_seconds'],
])('there is an alert that reads %s', (cause) => {
  expect(alerts.map(({ expr }) => expr).join()).toContain(cause)
})

test('the server exposes metrics of the disk of its data folder, and of its version', () => {
  const figure = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(told)?.[1])
  const free = figure('data_disk_bytes\\{state="free"\\}')
  const size = figure('data_disk_bytes\\{state="size"\\}')
  expect(free).toBeGreaterThan(0)
  expect(size).toBeGreaterThan(free)
  expect(figure('server_ready')).toBe(1)
  expect(told).toMatch(/^build_info\{version="\d+\.\d+\.\d+",hash=""\} 1$/m)
})
