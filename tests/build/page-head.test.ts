import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillPage } from '#build/page-head.ts'
import { PAGE_PREVIEWS, PAGE_TITLES, PUBLIC_PATHS } from '#src/config/public-pages.ts'
import { call } from '#tests/server/api-call.ts'
import { PUBLIC_URL, startTestServer, type TestServer } from '#tests/support/server-fixture.ts'

// What the build writes into the pages, as the server sends it.

const ROOT = join(import.meta.dirname, '../..')
/** index.html as Vite leaves it. */
const TEMPLATE = readFileSync(join(ROOT, 'index.html'), 'utf8').replace(
  '<script type="module" src="/src/main.tsx"></script>',
  '<script type="module" crossorigin src="/assets/index-1.js"></script>',
)
const SCREEN = '<main>A screen for $1 &amp; more</main>'

let distDir: string
let server: TestServer

beforeAll(async () => {
  distDir = mkdtempSync(join(tmpdir(), 'dist-'))
  writeFileSync(join(distDir, 'index.html'), TEMPLATE)
  for (const path of PUBLIC_PATHS) {
    const file = join(distDir, '.prerendered', path, 'index.html')
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, fillPage(TEMPLATE, path, path === '/' ? SCREEN : null))
  }
  server = await startTestServer({ seed: 'none', inMemory: true, distDir })
})

afterAll(async () => {
  await server.close()
  rmSync(distDir, { recursive: true })
})

async function getPage(path: string) {
  // As a link-preview bot asks.
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

describe('search engines', () => {
  test.each(['/login', '/account/verify', '/account/events', '/dashboard', '/any/unknown/path'])(
    'do not list %s',
    async (path) => {
      expect((await getPage(path)).robots).toBe('noindex')
    },
  )

  test.each(['/', '/account/register', '/account/sign-in', '/privacy_policy'])(
    'may list %s',
    async (path) => {
      expect((await getPage(path)).robots).toBeNull()
    },
  )
})

test('a screen is sent with its page, which then asks for its code later', async () => {
  const { text } = await getPage('/')
  expect(text).toContain(`<div id="root" data-prerendered>${SCREEN}</div>`)
  expect(text).toContain('<script src="/early.js" data-entry="/assets/index-1.js">')
  expect(text).not.toContain('type="module"')
  expect((await getPage('/account/verify')).text).toContain('src="/assets/index-1.js"></script>')
})

test('a template without what is replaced fails the build', () => {
  expect(() => fillPage(TEMPLATE.replace('<title>', '<h1>'), '/', null)).toThrow('<title>')
})
