import { readFileSync } from 'node:fs'
import { type ESTree, parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'
import { readSourceFiles } from './source-files.ts'

// Rules of docs/security.md that each line of the source must follow, whichever file it is in.

interface Source {
  path: string
  text: string
  program: ESTree.Program
}

function parseAll(folders: readonly string[]): Source[] {
  return readSourceFiles(folders).map(({ path }) => {
    const text = readFileSync(path, 'utf8')
    return { path, text, program: parseSync(path, text).program }
  })
}

const SERVER = parseAll(['server'])
const ALL = [...SERVER, ...parseAll(['src'])]

function textOf(source: Source, { start, end }: { start: number; end: number }): string {
  return source.text.slice(start, end).replace(/\s+/g, ' ').replaceAll('\x24{', '{')
}

/** Whether a node is the name of a constant, such as MAX_ROWS. */
function isConstant(node: ESTree.Node): boolean {
  return node.type === 'Identifier' && /^[A-Z][A-Z_]+$/.test(node.name)
}

/** The calls of methods with these names, as `object.method`. */
function listCalls(source: Source, names: ReadonlySet<string>) {
  const calls: { node: ESTree.CallExpression; object: string; method: string }[] = []
  new Visitor({
    CallExpression(node) {
      const { callee } = node
      if (callee.type !== 'MemberExpression') return
      const method = callee.computed ? '[]' : textOf(source, callee.property)
      if (names.has(method)) calls.push({ node, object: textOf(source, callee.object), method })
    },
  }).visit(source.program)
  return calls
}

const LEVELS = new Set(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'child', 'setBindings'])
/** What a person is, has or entered, in the name of a field or of its value. */
const PERSONAL =
  /mail|name|phone|password|token|secret|\bcode\b|otp|pan\b|header|cookie|agent|query|url|path|body|payload|device|note|title|sentence|description|city|\bto\b|text|label|link|person|account\b|caller|session|row\b|member|user\b|owner|seller|registration\b|event\b|posting\b|listing\b|invitation|request\b|settings|input|content|value/i
/** Fields that look personal and are not. */
const HARMLESS = new Set([
  'method: nameMethod(c)',
  'userId: row.id',
  'userId: account.id',
  'userId: account?.id',
  'userId: user.id',
  'userId: signedIn.user._id',
  'userId: opened.signedIn.user._id',
  'userId',
  'address: caller.address',
  'reason: code', // the name of a refusal
  'reason: outcome.code',
  'reason: error.code',
  'importMediaId: row.id',
  "requestId: c.get('requestId')",
])

/** The properties of an object literal, or of the constant of the same file that a name or a spread stands for. */
function listProperties(source: Source, node: ESTree.Node): string[] | null {
  if (node.type === 'ObjectExpression')
    return node.properties.flatMap((property) =>
      property.type === 'SpreadElement'
        ? (listProperties(source, property.argument) ?? [textOf(source, property)])
        : [textOf(source, property)],
    )
  if (node.type !== 'Identifier') return null
  const found: string[] = []
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && id.name === node.name && init?.type === 'ObjectExpression')
        found.push(...(listProperties(source, init) ?? []))
    },
  }).visit(source.program)
  return found.length > 0 ? found : null
}

test('no line of the log has a field with personal data or a secret, or a text that is made of data', () => {
  const found = new Set<string>()
  for (const source of SERVER.filter(({ path }) => !path.startsWith('server/cli/')))
    for (const { node, object } of listCalls(source, LEVELS)) {
      if (!/(?:^|\.)log(?:ger)?$/i.test(object)) continue
      for (const argument of node.arguments) {
        if (argument.type === 'Literal' || isConstant(argument)) continue
        const fields = listProperties(source, argument)
        const suspect = fields?.filter((field) => PERSONAL.test(field) || field.startsWith('...'))
        for (const written of suspect ?? [textOf(source, argument)])
          if (!HARMLESS.has(written)) found.add(`${source.path}: ${written}`)
      }
    }
  expect([...found].sort()).toEqual([...LOGGED_EXCEPTIONS].sort())
})

/** Checked one by one: constants, a masked address, and objects that the tests of their files know. */
const LOGGED_EXCEPTIONS: readonly string[] = [
  'server/accounts/erasure/erasure-service.ts: ...why', // the code of a refusal, or the error itself
  'server/accounts/links/reset-service.ts: isMailed', // whether, not where to
  'server/platform/http/connection-limit.ts: SENTENCES[limit]',
  'server/platform/http/server-error.ts: ...passing', // the name of a passing trouble of the database
  'server/platform/mail/mail-service.ts: ...failure', // the code of an SMTP answer
  "server/platform/mail/mail-service.ts: hasNoTls(about) ? NO_TLS : 'the mail server cannot be used'",
  'server/platform/mail/mail-service.ts: to: maskEmail(to)',
  'server/operations/background-work.ts: trouble', // as `passing`
  'server/accounts/export/export-offer-service.ts: isMailed',
  'server/restores/restore-log-service.ts: memberPasskeys', // how many
]

test('no SQL is made of data: each text that is not bound or quoted is one of these', () => {
  const raw = new Set(['raw', 'lit', 'exec', 'prepare', 'query', 'unsafe'])
  const database = /^(?:sql|CompiledQuery|database|client|connection|pool|db|trx)$/
  const found = new Set<string>()
  for (const source of SERVER.filter(({ path }) => !path.includes('/migrations/')))
    for (const { node, object, method } of listCalls(source, raw)) {
      const [first] = node.arguments
      if (database.test(object) && first && first.type !== 'Literal' && !isConstant(first))
        found.add(`${source.path}: ${object}.${method}(${textOf(source, first)})`)
    }
  expect([...found].sort()).toEqual([...RAW_SQL].sort())
})

/** Numbers and words of the code, names that a backup was checked for, and statements that a driver passes on. */
const RAW_SQL: readonly string[] = [
  'server/platform/database/backup/untrusted-database.ts: database.exec(`pragma {pragma}`)',
  'server/platform/database/backup/untrusted-database.ts: sql.lit(storedAs(type))',
  'server/platform/database/backup/untrusted-database.ts: sql.lit(name)',
  'server/platform/database/connection/dialect.ts: database.prepare(sql)',
  'server/platform/database/connection/guarded-pool.ts: client.query(text)',
  'server/platform/database/connection/open-database.ts: database.exec(`pragma busy_timeout = {busyMs}`)',
  'server/platform/database/connection/open-database.ts: database.exec(`pragma cache_size = -{CACHE_KB}`)',
  'server/platform/database/connection/postgres-dialect.ts: CompiledQuery.raw(`select pg_advisory_xact_lock({WRITER_LOCK})`)',
  'server/platform/database/pages/newest-query.ts: sql.lit(most)',
  'server/platform/database/pages/page-query.ts: sql.lit(most)',
  'server/platform/database/pages/page-query.ts: sql.lit(query.most)',
  'server/platform/database/pages/page-query.ts: sql.lit(rows)',
  "server/platform/database/pages/page-query.ts: sql.raw(direction === 'asc' ? '>' : '<')",
  'server/platform/database/pages/page-query.ts: sql.raw(direction)',
  "server/platform/database/search-words.ts: sql.raw(isPostgres(db) ? 'strpos' : 'instr')",
  'server/listings/list/listing-conditions.ts: sql.lit(text)',
  'server/listings/list/listing-conditions.ts: sql.lit(text.length)',
  'server/loans/pan-repository.ts: sql.lit(prefix.length)',
  "server/payments/payment-repository.ts: sql.raw(direction === 'asc' ? '>' : '<')",
]

/** How often a file names RegExp at all, or as the type of a constant. */
function countNames({ text, program }: Source, wanted: 'value' | 'type'): number {
  if (wanted === 'type')
    return [...text.matchAll(/(?:: |\bstart: |\bbrand: |readonly \[)RegExp\b/g)].length
  let count = 0
  new Visitor({
    Identifier({ name }) {
      if (name === 'RegExp') count += 1
    },
  }).visit(program)
  return count
}

test('no pattern is made of data: one file makes one of routes, and texts are searched with literal patterns', () => {
  const found: string[] = []
  for (const source of ALL) {
    const names = (wanted: 'value' | 'type') => countNames(source, wanted)
    if (names('value') > names('type')) found.push(`${source.path}: RegExp`)
    for (const { node, object, method } of listCalls(source, PATTERN_METHODS)) {
      const [first] = node.arguments
      const isPattern = first?.type === 'Literal' && 'regex' in first
      if (!isPattern && !(first && isConstant(first)))
        found.push(`${source.path}: ${object}.${method}`)
    }
  }
  expect([...new Set(found)].sort()).toEqual([
    'server/platform/config/proxy-range.ts: address.match', // of an IP address
    'server/platform/http/method-check.ts: RegExp', // of the routes
    'src/features/posting/offline/posting-code.ts: caches.match', // of Cache Storage, as the next two
    'src/service-worker/worker-files.ts: caches.match',
    'src/service-worker/worker-files.ts: clients.matchAll', // the pages of this site
    'src/service-worker/worker-files.ts: stored.match',
  ])
})

const PATTERN_METHODS = new Set(['match', 'matchAll', 'search'])

test('data is read only by JSON.parse: nothing else makes objects of text or bytes', () => {
  const others =
    /\bdeserialize\(|\bunserialize\b|node:v8|node:vm|from 'vm'|js-yaml|\bserialize-javascript\b|\bReflect\.(?:set|construct)|setPrototypeOf|__proto__|defaultsDeep/
  expect(ALL.filter(({ text }) => others.test(text)).map(({ path }) => path)).toEqual([])
})

test('the page and the worker listen to messages in these places only, and to no other window', () => {
  const listening = ALL.filter(({ path }) => path.startsWith('src/')).flatMap(({ path, text }) => {
    const named = text.match(
      /addEventListener\(\s*['"`]message(?:error)?['"`]|\bonmessage\b|new (?:BroadcastChannel|MessageChannel|SharedWorker|Worker)\(|\.postMessage\(/g,
    )
    return named ? [`${path}: ${[...new Set(named)].sort().join(', ')}`] : []
  })
  expect(listening).toEqual([
    'src/app/live-changes.ts: .postMessage(, new BroadcastChannel(, onmessage',
    'src/app/screen-refresh.ts: .postMessage(, new BroadcastChannel(, onmessage',
    'src/app/updates/newest-build.ts: .postMessage(',
    "src/features/device/offline-readiness.ts: addEventListener('message'",
    'src/files/photos/heic-decoding.ts: .postMessage(, new Worker(, onmessage', // only of the worker that it starts
    'src/files/photos/heic-worker.ts: .postMessage(, onmessage',
    'src/outbox/change-outcomes.ts: .postMessage(, new BroadcastChannel(, onmessage',
    'src/outbox/sending/drain-notifier.ts: .postMessage(, new BroadcastChannel(, onmessage',
    "src/service-worker/worker-activation.ts: addEventListener('message'",
    'src/service-worker/worker-files.ts: .postMessage(',
    'src/session/session-end.ts: .postMessage(, new BroadcastChannel(, onmessage',
  ])
})
