import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { installAreaOf, MANIFEST_PATHS } from '#src/config/install-area.ts'

// The service worker serves one HTML page for every URL, and the app navigates without page loads.
// So the script public/early.js sets the manifest link and the app title of that page.

beforeAll(() => {
  const { staff, account } = MANIFEST_PATHS
  document.head.innerHTML = `
    <meta name="apple-mobile-web-app-title" content="Admin" data-staff="Admin" data-account="My events">
    <link rel="manifest" href="${staff}" data-staff="${staff}" data-account="${account}">`
  window.history.replaceState(null, '', '/account/events')
  const script = document.createElement('script')
  script.textContent = readFileSync('public/early.js', 'utf8')
  document.head.append(script)
})

const links = () =>
  [...document.querySelectorAll('[data-account]')].map(
    (tag) => tag.getAttribute('href') ?? tag.getAttribute('content'),
  )

test('the manifest link and the app title are set from the URL when the page loads', () => {
  expect(links()).toEqual(['Admin', '/manifest.webmanifest'])
  document.dispatchEvent(new Event('readystatechange'))
  expect(links()).toEqual(['My events', '/account.webmanifest'])
})

test.each([
  '/dashboard',
  '/dashboard?section=outbox',
  '/',
  '/login',
  '/account/',
  '/account',
  '/accounts',
  '/privacy_policy',
  '/privacy_policy/',
  '/terms_conditions',
  '/grievance',
  '/any/unknown/path',
  '/account/no/such/page',
])(
  'navigating to %s sets the manifest link and the app title of the app that installAreaOf returns for it',
  (path) => {
    window.history.pushState(null, '', path)
    window.dispatchEvent(new Event('addresschange'))
    const area = installAreaOf(window.location.pathname)
    expect(links()).toEqual([area === 'staff' ? 'Admin' : 'My events', MANIFEST_PATHS[area]])
  },
)
