import { screen } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'

// Starts the app with its entry module, in a browser that blocks site data: Firefox then throws when these
// properties are read.

const BLOCKED = ['localStorage', 'sessionStorage', 'indexedDB'] as const
const NOTE = /Your browser blocks this site's data.*allow cookies and site data/

function refuse(): never {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

beforeAll(async () => {
  for (const name of BLOCKED) {
    Object.defineProperty(window, name, { configurable: true, get: refuse })
  }
  window.history.replaceState(null, '', '/login')
  document.body.innerHTML = '<div id="root"></div>'
  await import('#src/main.tsx')
})

afterAll(() => {
  document.body.innerHTML = ''
})

function goTo(address: string): void {
  window.history.pushState(null, '', address)
  window.dispatchEvent(new PopStateEvent('popstate'))
}

test('the sign-in page shows its form, and a note on what is blocked and how to allow it', async () => {
  expect(await screen.findByLabelText('Email')).toBeVisible()
  expect(screen.getByText(NOTE)).toBeVisible()
})

test.each([
  ['/', 'Property Marketplace'],
  ['/privacy_policy', 'Privacy Policy'],
  ['/terms_conditions', 'Terms and Conditions'],
])('the page %s is shown', async (address, heading) => {
  goTo(address)
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeVisible()
})

test('localStorage and sessionStorage are replaced by storages in memory', () => {
  localStorage.setItem('token', 'operator-token')
  sessionStorage.setItem('draft:anyone:login', '{}')
  expect(localStorage.getItem('token')).toBe('operator-token')
  expect(Object.keys(sessionStorage)).toEqual(['draft:anyone:login'])
  expect([localStorage.length, localStorage.key(0)]).toEqual([1, 'token'])
  localStorage.removeItem('token')
  sessionStorage.clear()
  expect([localStorage.getItem('token'), sessionStorage.length]).toEqual([null, 0])
})
