import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { expect, test } from 'vitest'
import {
  DATA_FOLDERS,
  FOLDER_RULES,
  findNoun,
  findRuleFolder,
  REACT_FILES,
} from './import-rules.ts'
import { findPrivateNames } from './private-names.ts'
import { listFiles, readSourceFiles, type SourceFile } from './source-files.ts'

const SHIPPED = readSourceFiles(['build', 'src', 'server', 'mocks'])
const TESTS = readSourceFiles(['tests', 'tools'])

/** The imports of these files that `isAllowed` refuses, one line each. */
function listBreaches(
  files: readonly SourceFile[],
  isAllowed: (target: string, path: string) => boolean,
): string[] {
  return files.flatMap(({ path, imports }) =>
    imports
      .filter((target) => !isAllowed(target, path))
      .map((target) => `${path} imports ${target}`),
  )
}

/** The lines of all style sheets that breach a rule. Each sheet gets a check of its own, which may remember earlier lines. */
function listStyleBreaches(makeIsBreach: () => (line: string) => boolean): string[] {
  return listFiles('src', /\.css$/).flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .filter(makeIsBreach())
      .map((line) => `${path}: ${line}`),
  )
}

test('every file imports only from the folders that FOLDER_RULES allows it', () => {
  expect(SHIPPED.filter(({ path }) => !findRuleFolder(path))).toEqual([])
  const breaches = listBreaches(SHIPPED, (target, path) => {
    const folder = findRuleFolder(path) ?? ''
    const allowed = [folder, ...(FOLDER_RULES[folder]?.folders ?? [])]
    return allowed.some((one) => target === one || target.startsWith(`${one}/`))
  })
  expect(breaches).toEqual([])
})

test('the tree in docs/architecture.md has the folders of FOLDER_RULES, on a page for five minutes', () => {
  const page = readFileSync('docs/architecture.md', 'utf8')
  const tree = [...page.matchAll(/^((?:src|server|build|mocks)(?:\/[\w.-]+)*)\/? {2}/gm)]
  expect(tree.map(([, folder]) => folder)).toEqual(Object.keys(FOLDER_RULES))
  expect(page.split('\n').length).toBeLessThanOrEqual(150)
  expect(page.split(/\s+/).length).toBeLessThanOrEqual(1_000)
})

test('every file that a page of docs names exists', () => {
  const pages = [...listFiles('docs', /^docs\/[\w-]+\.md$/), 'README.md', 'CONTRIBUTING.md']
  const missing = pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(PATH_IN_DOCS)].flatMap(([, path = '']) =>
      existsSync(path) ? [] : [`${page}: ${path}`],
    ),
  )
  expect(missing).toEqual([])
})

const PATH_IN_DOCS = /`((?:src|server|tests|tools|build|mocks|docs|deploy\/\w|public)\/[\w./-]+)`/g

test('every file that a row of docs/architecture.md names without a folder stands beside the one before it', () => {
  const rows = readFileSync('docs/architecture.md', 'utf8').match(/^\| .*`.*$/gm) ?? []
  const missing = rows.flatMap((row) => {
    let folder = ''
    return [...row.matchAll(/`([\w./-]+\.tsx?)`/g)].flatMap(([, name = '']) => {
      if (name.includes('/')) folder = dirname(name)
      return existsSync(name) || existsSync(`${folder}/${name}`) ? [] : [`${folder}/${name}`]
    })
  })
  expect(rows.length).toBeGreaterThan(10)
  expect(missing).toEqual([])
})

test('no file imports a package that its folder forbids', () => {
  const breaches = SHIPPED.flatMap(({ path, packages }) => {
    const folder = findRuleFolder(path)
    const without = FOLDER_RULES[folder ?? '']?.withoutPackages ?? []
    return packages
      .filter((name) => without.includes(name))
      .map((name) => `${path} imports ${name}`)
  })
  expect(breaches).toEqual([])
})

test('no file uses a private name of a package', () => {
  const breaches = SHIPPED.flatMap(({ path }) =>
    findPrivateNames(path, readFileSync(path, 'utf8')).map((name) => `${path} uses ${name}`),
  )
  expect(breaches).toEqual([])
})

test.each([
  ["import { UNSAFE_useRoute } from 'react-router-dom'", ['UNSAFE_useRoute']],
  ["import { _create as create } from 'mailer'", ['_create']],
  ["import * as router from 'react-router-dom'; router.UNSAFE_Context", ['UNSAFE_Context']],
  ["import { db } from 'dexie'; db?._options.chromeTransactionDurability", ['_options']],
  ["import { db } from 'dexie'; db['_options'] = {}", ['_options']],
  ["import { db } from 'dexie'; const { _state: state } = db", ['_state']],
  ["import { db } from 'dexie'; db.open().then(({ _novip }) => _novip)", ['_novip']],
  ['libheif._heif_decode_image(libheif._malloc(4)); libheif._main()', ['_main']],
  ['const { _id } = wire; wire._id; list.map((_row, _place) => _place)', []],
])('findPrivateNames finds the private names in %s', (text, names) => {
  expect(findPrivateNames('planted.ts', text)).toEqual(names)
})

test('no build contains mocks or tests', () => {
  const built = SHIPPED.filter(({ path }) => !path.startsWith('mocks/'))
  const importing = built.filter(({ packages }) => packages.includes('msw'))
  expect(importing.map(({ path }) => path)).toEqual([])
  expect(readFileSync('vite.config.ts', 'utf8')).not.toMatch(
    / from '(msw|[^']*(mocks|tests|tools))\b/,
  )
  expect(readFileSync('index.html', 'utf8')).not.toContain('mocks')
  expect(listFiles('public', /./).filter((path) => /mock/i.test(path))).toEqual([])
})

test('only the hooks of the outbox, the query cache and the saved videos import React', () => {
  const breaches = SHIPPED.filter(
    ({ path, packages }) =>
      DATA_FOLDERS.test(path) &&
      !REACT_FILES.test(path) &&
      packages.some((name) => name === 'react' || name === '@tanstack/react-query'),
  )
  expect(breaches.map(({ path }) => path)).toEqual([])
})

test('no module of the outbox or the storage has state: a page, or a test, creates its own objects', () => {
  // WeakMaps are allowed: they remember what belongs to an object, which each page has of its own.
  const state =
    /^(?:export )?(?:let |const \w+(?:: (?:Map|Set)\b[^=\n]+)? = new (?:Map|Set)\b[^(]*\(\))/m
  const breaches = listFiles('src', /^src\/(outbox|storage)\/.*\.tsx?$/).filter((path) =>
    state.test(readFileSync(path, 'utf8')),
  )
  // What the page does now and must not be cut short, whichever part of it does that.
  expect(breaches).toEqual(['src/storage/page-hold.ts'])
})

test('no feature imports another', () => {
  const features = SHIPPED.filter(({ path }) => path.startsWith('src/features/'))
  const breaches = listBreaches(
    features,
    (target, path) => !target.startsWith('src/features/') || findNoun(target) === findNoun(path),
  )
  expect(breaches).toEqual([])
})

test('a server folder imports from another only files whose names end in -service, -guard, -wire or -tables', () => {
  const doors = /-(service|guard|wire|tables)\.ts$/
  const open = new Set([
    'demo',
    'platform',
    ...['config', 'database', 'http', 'log', 'mail', 'media', 'personal-tables'].map(
      (part) => `platform/${part}`,
    ),
    undefined,
  ])
  // These put the parts together.
  const composing = new Set(['main', 'demo'])
  const nouns = SHIPPED.filter(({ path }) => path.startsWith('server/') && findNoun(path))
  const breaches = listBreaches(nouns, (target, path) => {
    const [from, to] = [findNoun(path), findNoun(target)]
    if (!target.startsWith('server/') || from === to || open.has(to)) return true
    if (from && composing.has(from)) return true
    return doors.test(target) || (from === 'cli' && to === 'operations')
  })
  expect(breaches).toEqual([])
})

test('no two folders beside each other import each other, at any depth, not even types', () => {
  expect(listMutualImports().filter((pair) => !pair.includes('.ts'))).toEqual([])
})

test('no file at the top of the server and a folder of it import each other', () => {
  expect(listMutualImports().filter((pair) => /^server\/[^/ ]+ /.test(pair))).toEqual([])
})

/** The pairs of folders, or of a file and a folder, in the same folder that import from each other. */
function listMutualImports(): string[] {
  const arrows = new Set<string>()
  for (const { path, imports } of SHIPPED)
    for (const target of imports) {
      const [from, to] = [path.split('/'), target.split('/')]
      const shared = from.findIndex((part, depth) => part !== to[depth])
      if (shared >= 0 && to.length > shared)
        arrows.add([from, to].map((parts) => parts.slice(0, shared + 1).join('/')).join(' '))
    }
  const pairs = [...arrows].flatMap((arrow) => {
    const [from = '', to = ''] = arrow.split(' ')
    return from < to && arrows.has(`${to} ${from}`) ? [`${from} and ${to}`] : []
  })
  return pairs.sort()
}

/** The tables of listings. */
const LISTING_TABLES = [
  'listings',
  'postings',
  'listing_words',
  'listing_reasons',
  'listing_changes',
]

test('only server/listings/changes and migrations write listings', () => {
  const tables = LISTING_TABLES.join('|')
  const write = new RegExp(
    `(insertInto|updateTable|deleteFrom)\\(\\s*'(${tables})'|(insert into|delete from) (${tables})\\b|update (${tables}) set`,
  )
  const writers = SHIPPED.filter(({ path }) => write.test(readFileSync(path, 'utf8')))
    .map(({ path }) => path)
    .filter((path) => !/^server\/(listings\/changes|platform\/database\/migrations)\//.test(path))
  expect(writers).toEqual([])
})

test('of all functions, only changeListing, addFirstListings, touchListings and setDueTimes write listings themselves', () => {
  const write =
    /(insertInto|updateTable|deleteFrom)\(\s*'(listings|postings)'|(insert into|delete from) (listings|postings)\b|update (listings|postings) set/
  const writers = SHIPPED.filter(({ path }) => path.startsWith('server/listings/')).flatMap(
    ({ path }) => {
      const text = readFileSync(path, 'utf8')
      return write.test(text) ? [{ path, text }] : []
    },
  )
  expect(writers.map(({ path }) => path)).toEqual([
    'server/listings/changes/first-listings-service.ts',
    'server/listings/changes/listing-touch-service.ts',
    'server/listings/changes/listing-writer-service.ts',
  ])
  const exported = writers.flatMap(({ text }) =>
    [...text.matchAll(/^export (?:async )?function (\w+)/gm)].map(([, name]) => name),
  )
  expect(exported.sort()).toEqual([
    'addFirstListings',
    'changeListing',
    'setDueTimes',
    'touchListings',
  ])
})

test('no imports are circular', () => {
  const graph = new Map(SHIPPED.map(({ path, imports }) => [path, imports]))
  const done = new Set<string>()
  const circles: string[] = []
  function walk(path: string, trail: readonly string[]): void {
    if (trail.includes(path)) {
      circles.push([...trail.slice(trail.indexOf(path)), path].join(' -> '))
      return
    }
    if (done.has(path)) return
    for (const next of graph.get(path) ?? []) walk(next, [...trail, path])
    done.add(path)
  }
  for (const path of graph.keys()) walk(path, [])
  expect(circles).toEqual([])
})

test('no two folders below the outbox, the files or the other data of the device import each other', () => {
  const arrows = new Set<string>()
  for (const { path, imports } of SHIPPED.filter((file) => DATA_FOLDERS.test(file.path)))
    for (const target of imports) arrows.add(`${dirname(path)} -> ${dirname(target)}`)
  const isBelow = ([from = '', to = '']: string[]) => from !== to && !from.startsWith(`${to}/`)
  const pairs = [...arrows].filter((arrow) => {
    const [from = '', to = ''] = arrow.split(' -> ')
    return isBelow([from, to]) && isBelow([to, from]) && arrows.has(`${to} -> ${from}`)
  })
  expect(pairs).toEqual([])
})

test('the queue and the drain know no kind of change: what differs is in src/outbox/kinds', () => {
  const isGeneral = (path: string) => /^src\/outbox\/(queue|sending|outbox-store)/.test(path)
  const naming = SHIPPED.filter(
    ({ path }) =>
      isGeneral(path) && /\bentity\b.{0,6}[!=]== '|'entity' in/.test(readFileSync(path, 'utf8')),
  )
  const kinds = /^src\/outbox\/kinds\/\w+\//
  const reaching = listBreaches(
    SHIPPED.filter(({ path }) => isGeneral(path)),
    (target) => !kinds.test(target),
  )
  expect([...naming.map(({ path }) => path), ...reaching]).toEqual([])
})

test('every import of this repository resolves to a file', () => {
  const known = new Set([...SHIPPED, ...TESTS].map(({ path }) => path))
  const isCode = (target: string) => /\.(tsx?|js)$/.test(target)
  expect(
    listBreaches([...SHIPPED, ...TESTS], (target) => !isCode(target) || known.has(target)),
  ).toEqual([])
})

test('no two exported types or functions of the app, or of the server, share a name', () => {
  const shared = (path: string) => path.startsWith('src/domain/')
  const app = SHIPPED.filter(({ path }) => path.startsWith('src/'))
  const server = SHIPPED.filter(
    ({ path }) =>
      shared(path) || (/^(server|build)\//.test(path) && !path.includes('/migrations/')),
  )
  expect([...listSharedNames(app), ...listSharedNames(server)]).toEqual([])
})

/** A name that two files export, with the files. An overload or a comment beside the code counts once. */
function listSharedNames(files: readonly SourceFile[]): string[] {
  const places = new Map<string, Set<string>>()
  for (const { path } of files.filter(({ path }) => !path.endsWith('.d.ts')))
    for (const [, name = ''] of readFileSync(path, 'utf8').matchAll(EXPORTED))
      places.set(name, (places.get(name) ?? new Set()).add(path))
  return [...places]
    .filter(([, paths]) => paths.size > 1)
    .map(([name, paths]) => `${name}: ${[...paths].join(', ')}`)
}

const EXPORTED = /^export (?:async )?(?:function\*?|class|interface|type|const) (\w+)/gm

test('no source file has a catch-all name such as utils', () => {
  const names = SHIPPED.map(({ path }) => basename(path).replace(/\.tsx?$/, ''))
  expect(names.filter((name) => /^(index|utils?|helpers?|misc|common|types)$/.test(name))).toEqual(
    [],
  )
})

test('95 % of the files are under 180 lines; a file over 250 lines states its reason in the first line', () => {
  const lengths = SHIPPED.map(({ lines }) => lines).sort((a, b) => a - b)
  expect(lengths[Math.floor(lengths.length * 0.95)]).toBeLessThan(180)
  const long = SHIPPED.filter(({ lines, firstLine }) => lines > 250 && !firstLine.startsWith('//'))
  expect(long.map(({ path }) => path)).toEqual([])
})

test('a folder has at most 24 files of code', () => {
  const counts = new Map<string, number>()
  for (const { path } of [...SHIPPED, ...TESTS]) {
    counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  }
  const full = [...counts].filter(([, count]) => count > 24).map(([folder]) => folder)
  expect(full).toEqual([])
})

test('each package that the customer requires is imported by the code or its tests', () => {
  const customers = [
    'react',
    'react-dom',
    'react-router-dom',
    'vite',
    'vite-plugin-pwa',
    'workbox-window',
    'dexie',
    '@tanstack/react-query',
    '@tanstack/query-persist-client-core',
    'axios',
    'victory',
    'react-hot-toast',
    'vitest',
    'msw',
  ]
  const imported = new Set([...SHIPPED, ...TESTS].flatMap(({ packages }) => packages))
  expect(customers.filter((name) => !imported.has(name))).toEqual([])
})

test('hover styles apply to hovering pointers only, because they stick after a touch', () => {
  const breaches = listStyleBreaches(() => {
    let media = ''
    return (line) => {
      if (/^\S/.test(line)) media = line
      return line.includes(':hover') && !media.startsWith('@media (hover: hover)')
    }
  })
  expect(breaches).toEqual([])
})

test('CSS selectors end in a tag, class, id or attribute, not in a list of them', () => {
  // A browser looks selectors up by their last part. It tries one that ends in `:is()` on every element.
  const listed = /(^|[ >+~]):is\([^{]*\)[^ )]*( \{|,)$/
  expect(listStyleBreaches(() => (line) => listed.test(line))).toEqual([])
})

test('CSS selectors that depend on the attribute of another element end in a tag, class or id', () => {
  // If the last part of such a selector names no element, a browser recalculates the styles of every descendant
  // whenever the attribute changes.
  const nameless = /\[[^\]]+\]\S*[ >+~]+(.* )?(\*|:(?!is\(|where\())\S*( \{|,)$/
  expect(listStyleBreaches(() => (line) => nameless.test(line))).toEqual([])
})
