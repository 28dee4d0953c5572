import { existsSync, readFileSync } from 'node:fs'
import { type ESTree, parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'
import { AUDIT_ACTIONS } from '#src/domain/audit.ts'
import { ASVS_REQUIREMENTS, ASVS_REQUIREMENTS_BEYOND } from '#tools/security/asvs-requirements.ts'
import { readSecurityRows, writeTestName } from '#tools/security/security-rows.ts'
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

test('no row of the security table names a test twice', () => {
  const twice = ROWS.flatMap(({ tests }) => {
    const names = tests.map(writeTestName)
    return names.filter((name, index) => names.indexOf(name) !== index)
  })
  expect(twice).toEqual([])
})

test('the inventory of the logs names each audit action once, and no other', () => {
  const row = readFileSync('docs/security.md', 'utf8')
    .split('\n')
    .find((line) => line.startsWith('| Audit log '))
  const events = row?.split('|')[2] ?? ''
  const named = [...events.matchAll(/`([^`]+)`/g)].map(([, action]) => action)
  expect(named.sort()).toEqual([...AUDIT_ACTIONS].sort())
})

test('no code builds HTML, evaluates text or starts a program; the server never uses Math.random', () => {
  const risky =
    /innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|\beval\(|new Function\(|document\.write/
  const shipped = readSourceFiles(['src', 'server']).map(({ path }) => path)
  // These files may start a program: `npm run dev` starts the API next to Vite. Scheduled backups and the parsing of
  // uploaded files run our own programs with fixed arguments; a shell only limits the memory of the second.
  const allowed =
    /^server\/(main\/dev\.ts$|operations\/backup-process\.ts$|platform\/parsing\/parser-spawn\.ts$)/
  const text = (path: string) => readFileSync(path, 'utf8')
  expect(shipped.filter((path) => risky.test(text(path)))).toEqual([])
  const starting = shipped.filter((path) => text(path).includes('child_process'))
  expect(starting.filter((path) => !allowed.test(path))).toEqual([])
  const server = shipped.filter((path) => path.startsWith('server/'))
  expect(server.filter((path) => text(path).includes('Math.random'))).toEqual([])
})

test('no regular expression is built from data', () => {
  const building = readSourceFiles(['src', 'server'])
    .map(({ path }) => path)
    .filter((path) => readFileSync(path, 'utf8').includes('RegExp('))
  // This file builds one from the server's own routes.
  expect(building).toEqual(['server/platform/http/method-check.ts'])
})

test('only server/platform/outbound calls hosts that the settings do not list', () => {
  const asking =
    /(?<![\w.])fetch\(['"`]|globalThis\.fetch|\bhttps?\.(get|request)\(|XMLHttpRequest|\bsendNotification\(|new WebSocket|from '(axios|undici|node:(https|http2|tls|dgram))'|\{[^}]*\b(get|request|connect)\b[^}]*\} from 'node:(http|net)'/
  const files = readSourceFiles(['server']).map(({ path }) => path)
  expect(files.length).toBeGreaterThan(100)
  const found = files.filter((path) => asking.test(readFileSync(path, 'utf8')))
  expect(found).toEqual([
    'server/platform/media/stores/s3-client.ts', // calls the host in the setting MEDIA_S3_ENDPOINT
    'server/platform/outbound/outbound-connection.ts',
    'server/platform/outbound/outbound-exchange.ts',
  ])
})

/** The titles of a file's tests and describe blocks, without directly skipped ones. */
function readTitles(path: string): Set<string> {
  const titles = new Set<string>()
  new Visitor({
    CallExpression({ callee, arguments: [first] }) {
      if (first?.type === 'Literal' && isTestCall(callee)) titles.add(String(first.value))
    },
  }).visit(parseSync(path, readFileSync(path, 'utf8')).program)
  return titles
}

/** Matches `test(...)`, `describe(...)` and `test.each(...)(...)`, but not `.skip` or `.todo`. */
function isTestCall(callee: ESTree.Node): boolean {
  if (callee.type === 'Identifier') return ['test', 'it', 'describe'].includes(callee.name)
  if (callee.type !== 'CallExpression' || callee.callee.type !== 'MemberExpression') return false
  const { object, property } = callee.callee
  return isTestCall(object) && property.type === 'Identifier' && property.name === 'each'
}
