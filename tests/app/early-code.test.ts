import { readFileSync } from 'node:fs'
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'

// public/early.js preloads the code of the first screen from the lists that the build writes into the page.

const LISTS = {
  screens: { '/account/sign-in': ['/sign-in.js'] },
  shells: { '/dashboard': ['/shell.js', '/shared.js', '/shell.css'] },
  sections: { property: ['/shared.js', '/read.js', '/table.js'] },
  reads: { property: ['/shared.js', '/read.js'] },
  device: ['/shared.js', '/device.js'],
}

beforeEach(() => document.head.replaceChildren()) // another test file of this worker may have left links
afterEach(() => {
  document.head.replaceChildren()
  localStorage.clear()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

function start(address: string, { isSignedIn = true, isControlled = false } = {}) {
  if (isSignedIn) localStorage.setItem('token', 'a-token')
  const serviceWorker = { controller: isControlled ? {} : null }
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
  window.history.replaceState(null, '', address)
  const script = document.createElement('script')
  script.dataset['code'] = JSON.stringify(LISTS)
  // The block lets each test declare the script's constants again.
  script.textContent = `{${readFileSync('public/early.js', 'utf8')}}`
  document.head.append(script)
}

const links = () => [...document.head.querySelectorAll('link')]
const preloads = () => links().map((link) => `${link.rel} ${link.getAttribute('href')}`)

const FIRST = [
  'modulepreload /shell.js',
  'modulepreload /shared.js',
  'preload /shell.css',
  'modulepreload /read.js',
]

test('without a worker, the code of the section is preloaded after the code that requests its data, even if a file fails', async () => {
  start('/dashboard?section=property')
  expect(preloads()).toEqual(FIRST)
  const [first, ...others] = links()
  for (const link of others) link.dispatchEvent(new Event('load'))
  await Promise.resolve()
  expect(preloads()).toEqual(FIRST)
  first?.dispatchEvent(new Event('error'))
  await waitFor(() => expect(preloads()).toEqual([...FIRST, 'modulepreload /table.js']))
})

test('with a worker, all code is preloaded at once, with that of the storage', () => {
  start('/dashboard/?section=property', { isControlled: true })
  expect(preloads()).toEqual([...FIRST, 'modulepreload /table.js', 'modulepreload /device.js'])
})

test.each([
  ['/dashboard?section=property', { isSignedIn: false }, []],
  ['/account/sign-in', { isSignedIn: true }, ['modulepreload /sign-in.js']],
])('at %s with %o, the page preloads %j', (address, state, expected) => {
  start(address, state)
  expect(preloads()).toEqual(expected)
})
