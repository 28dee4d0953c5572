import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillAccountPage, fillPage } from '#build/page-head.ts'
import { installAreaOf, MANIFEST_PATHS } from '#src/config/install-area.ts'
import { PAGE_PREVIEWS, PAGE_TITLES, PUBLIC_PATHS } from '#src/config/public-pages.ts'
import { call } from '#tests/server/api-call.ts'
import {
  PUBLIC_URL,
  startTestServer,
  type TestServer,
} from '#tests/support/server/server-fixture.ts'
import { writeFiles } from '#tests/support/written-files.ts'

// The page heads that the build writes and the server sends.

const ROOT = join(import.meta.dirname, '../..')
/** index.html after Vite's transformation. */
const TEMPLATE = readFileSync(join(ROOT, 'index.html'), 'utf8')
  .replace(
    '<script type="module" src="/src/main.tsx"></script>',
    '<script type="module" crossorigin src="/assets/index-1.js"></script>',
  )
  // The manifest link as build/manifest-writer.ts writes it.
  .replace(
    '</head>',
    '<link rel="manifest" href="/manifest.webmanifest" data-staff="/manifest.webmanifest" data-account="/account.webmanifest"></head>',
  )
const SCREEN = '<main>A screen for $1 &amp; more</main>'

let distDir: string
let server: TestServer

beforeAll(async () => {
  distDir = mkdtempSync(join(tmpdir(), 'dist-'))
  const pages = PUBLIC_PATHS.map((path) => [
    join('.prerendered', path, 'index.html'),
    fillPage(TEMPLATE, path, path === '/' ? SCREEN : null),
  ])
  writeFiles(distDir, {
    'index.html': TEMPLATE,
    '.prerendered/account.html': fillAccountPage(TEMPLATE),
    ...Object.fromEntries(pages),
  })
  server = await startTestServer({ seed: 'none', distDir })
})

afterAll(async () => {
  await server.close()
  rmSync(distDir, { recursive: true })
})

async function getPage(path: string) {
  // Like a link-preview bot, with a Host header that must not end up in the page.
  const { text } = await call(server, 'GET', path, { headers: { Host: 'attacker.example' } })
  const find = (pattern: RegExp) => pattern.exec(text)?.[1] ?? null
  return {
    text,
    title: find(/<title>(.*)<\/title>/),
    description: find(/<meta name="description" content="(.*)" \/>/),
    canonical: find(/<link rel="canonical" href="(.*)" \/>/),
    robots: find(/<meta name="robots" content="(.*)" \/>/),
    preview: Object.fromEntries(
      [...text.matchAll(/<meta (?:property|name)="((?:og|twitter):\w+)" content="(.*)" \/>/g)].map(
        ([, name, content]) => [name, content],
      ),
    ),
  }
}

test.each(PUBLIC_PATHS)('%s has its own title, description and preview tags', async (path) => {
  const page = await getPage(path)
  const title = PAGE_TITLES[path]
  const { description, isIndexed } = PAGE_PREVIEWS[path]
  expect(page).toMatchObject({
    title,
    description,
    canonical: PUBLIC_URL + path,
    robots: isIndexed ? null : 'noindex',
    preview: {
      'og:type': 'website',
      'og:site_name': 'Property Marketplace',
      'og:title': title,
      'og:description': description,
      'og:url': PUBLIC_URL + path,
      'og:image': `${PUBLIC_URL}/icons/icon-512.png`,
      'twitter:card': 'summary',
    },
  })
  expect(page.text).not.toMatch(/%|attacker/)
})

test('no two public pages share a title or a description', () => {
  const previews = Object.values(PAGE_PREVIEWS)
  for (const texts of [Object.values(PAGE_TITLES), previews.map((page) => page.description)])
    expect(new Set(texts).size).toBe(PUBLIC_PATHS.length)
})

test.each([
  ['/login', 'noindex'],
  ['/account/verify', 'noindex'],
  ['/account/events', 'noindex'],
  ['/dashboard', 'noindex'],
  ['/any/unknown/path', 'noindex'],
  ['/', null],
  ['/account/register', null],
  ['/account/sign-in', null],
  ['/privacy_policy', null],
])('search engines are told of %s: %s', async (path, robots) => {
  expect((await getPage(path)).robots).toBe(robots)
})

test('a page contains its prerendered screen, and loads the code of that screen afterwards', async () => {
  const { text } = await getPage('/')
  expect(text).toContain(`<div id="root" data-prerendered>${SCREEN}</div>`)
  expect(text).toContain('<script src="/early.js" data-entry="/assets/index-1.js">')
  expect(text).not.toContain('type="module"')
  expect((await getPage('/account/verify')).text).toContain('src="/assets/index-1.js"></script>')
})

test('a template that lacks an element to replace fails the build', () => {
  expect(() => fillPage(TEMPLATE.replace('<title>', '<h1>'), '/', null)).toThrow('<title>')
})

describe('the install name, icon and manifest', () => {
  const PANEL = ['Admin', '/icons/apple-touch-icon.png', '/manifest.webmanifest']
  const ACCOUNT = ['My events', '/icons/icon-account-180.png', '/account.webmanifest']

  test.each([
    ['/dashboard', PANEL],
    ['/login', PANEL],
    ['/any/unknown/path', PANEL],
    ['/accounts', PANEL],
    ['/', ACCOUNT],
    ['/account/', ACCOUNT],
    ['/account/events?open=new', ACCOUNT],
    ['/account/sign-in', ACCOUNT],
    ['/account/register', ACCOUNT],
    ['/account/verify', ACCOUNT],
    ['/account/no/such/page', ACCOUNT],
    ['/privacy_policy', ACCOUNT],
    ['/terms_conditions', ACCOUNT],
  ])('of %s are %j', async (path, links) => {
    const { text } = await getPage(path)
    const tags = [...text.matchAll(/(?:content|href)="([^"]*)"\s+data-staff=/g)]
    expect(tags.map(([, value]) => value)).toEqual(links)
    const { pathname } = new URL(path, PUBLIC_URL)
    expect(links).toContain(MANIFEST_PATHS[installAreaOf(pathname)])
  })

  test('a page of the end users without its own title is not named after the panel', async () => {
    const { title, description, robots } = await getPage('/account/events')
    expect(title).toBe('Property Marketplace')
    expect(description).not.toContain('Manage listings')
    expect(robots).toBe('noindex')
  })
})
