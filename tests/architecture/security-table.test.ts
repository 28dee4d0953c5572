import { existsSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { ASVS_REQUIREMENTS, ASVS_REQUIREMENTS_BEYOND } from '#tests/security/asvs-requirements.ts'
import { readSecurityRows, writeTestName } from '#tests/security/security-rows.ts'
import { readSourceFiles } from './source-files.ts'

// docs/security.md names the tests that cover each requirement. These tests must exist.

const ROWS = readSecurityRows()
const WITHOUT_TEST = ['By design', 'Not applicable', 'Not met']

test('every ASVS requirement of levels 1 and 2 has a row, and rows name only existing requirements', () => {
  const wanted = Object.values(ASVS_REQUIREMENTS).flatMap((groups) =>
    groups.flatMap((group) => group.split(' ')),
  )
  expect(wanted.length).toBe(210)
  const named = new Set(ROWS.flatMap(({ ids }) => ids))
  expect(wanted.filter((id) => !named.has(id))).toEqual([])
  const known = new Set<string>([...wanted, ...ASVS_REQUIREMENTS_BEYOND.split(' ')])
  expect([...named].filter((id) => !known.has(id))).toEqual([])
})

test('every row of the security table names a test, or states why it has none', () => {
  const bad = ROWS.filter(({ ids, met, shown, tests }) => {
    if (ids.length === 0 || met === '') return true
    if ((shown === 'Not met') !== met.startsWith('**Not met**') && tests.length === 0) return true
    if (WITHOUT_TEST.includes(shown)) return false
    return tests.length === 0 || tests.length < shown.split('<br>').length
  })
  expect(bad).toEqual([])
})

test('every test named in the security table exists and is not skipped', () => {
  const named = ROWS.flatMap(({ tests }) => tests)
  expect(named.length).toBeGreaterThan(150)
  const titles = new Map<string, Set<string>>()
  const missing = named.filter(({ file, title }) => {
    const path = `tests/${file}`
    if (!existsSync(path)) return true
    const known = titles.get(path) ?? readTitles(path)
    titles.set(path, known)
    return !known.has(title)
  })
  expect(missing.map(writeTestName)).toEqual([])
})

test('no code builds HTML, evaluates text or starts a program; the server never uses Math.random', () => {
  const risky =
    /innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|\beval\(|new Function\(|document\.write|child_process/
  const shipped = readSourceFiles(['src', 'server']).map(({ path }) => path)
  // These files may start a program: `npm run dev` starts the API next to Vite. Scheduled backups and the parsing of
  // uploaded files run our own command line with fixed arguments, without a shell.
  const allowed =
    /^server\/(dev\.ts$|operations\/backup-process\.ts$|imports\/files\/sheet-process\.ts$)/
  const running = shipped.filter((path) => !allowed.test(path))
  const text = (path: string) => readFileSync(path, 'utf8')
  expect(running.filter((path) => risky.test(text(path)))).toEqual([])
  const server = running.filter((path) => path.startsWith('server/'))
  expect(server.filter((path) => text(path).includes('Math.random'))).toEqual([])
})

test('no regular expression is built from data', () => {
  const building = readSourceFiles(['src', 'server'])
    .map(({ path }) => path)
    .filter((path) => readFileSync(path, 'utf8').includes('RegExp('))
  // This file builds one from the server's own routes.
  expect(building).toEqual(['server/http/method-check.ts'])
})

test('only server/outbound calls hosts that the settings do not list', () => {
  const asking =
    /(?<![\w.])fetch\(['"`]|globalThis\.fetch|\bhttps?\.(get|request)\(|XMLHttpRequest|\bsendNotification\(|new WebSocket|from '(axios|undici|node:(https|http2|tls|dgram))'|\{[^}]*\b(get|request|connect)\b[^}]*\} from 'node:(http|net)'/
  const files = readSourceFiles(['server']).map(({ path }) => path)
  expect(files.length).toBeGreaterThan(100)
  const found = files.filter((path) => asking.test(readFileSync(path, 'utf8')))
  expect(found).toEqual([
    'server/media/stores/s3-client.ts', // calls the host in the setting MEDIA_S3_ENDPOINT
    'server/outbound/outbound-connection.ts',
    'server/outbound/outbound-exchange.ts',
  ])
})

/** The titles of a file's tests and describe blocks, without skipped ones. */
function readTitles(path: string): Set<string> {
  const titles = new Set<string>()
  walk(parseSync(path, readFileSync(path, 'utf8')).program, (node) => {
    const { type, callee, arguments: given } = node
    if (type !== 'CallExpression' || !Array.isArray(given) || !isTestCall(callee)) return
    const [first] = given
    if (isNode(first) && typeof first['value'] === 'string') titles.add(first['value'])
  })
  return titles
}

/** Matches `test(...)`, `describe(...)` and `test.each(...)(...)`, but not `.skip` or `.todo`. */
function isTestCall(callee: unknown): boolean {
  if (!isNode(callee)) return false
  if (callee['type'] === 'Identifier')
    return ['test', 'it', 'describe'].includes(String(callee['name']))
  if (callee['type'] !== 'CallExpression' || !isNode(callee['callee'])) return false
  const { object, property } = callee['callee']
  return isTestCall(object) && isNode(property) && property['name'] === 'each'
}

type Node = Record<string, unknown>

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null
}

function walk(node: unknown, see: (node: Node) => void): void {
  if (!isNode(node)) return
  see(node)
  for (const inner of Object.values(node)) walk(inner, see)
}
