import 'fake-indexeddb/auto'
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import Dexie from 'dexie'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { rememberComputedStyles } from '#tests/support/browser/computed-styles.ts'

rememberComputedStyles(window)

// Each test file gets its own IndexedDB: pages of the previous file may still be shutting down.
globalThis.indexedDB = new IDBFactory()
Dexie.dependencies.indexedDB = globalThis.indexedDB

// Node's `Request` cannot resolve a path against the URL of the page.
globalThis.Request = class extends Request {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(typeof input === 'string' ? new URL(input, location.href) : input, init)
  }
}

// On a busy machine, loading a lazy screen may take longer than the library's default of 1 s.
configure({
  // The card of the next listing is rendered before it is shown: nobody sees it, and a test must not find it.
  defaultIgnore: 'script, style, .review-card-ahead *',
  asyncUtilTimeout: 10_000,
  // Omits the page's HTML from errors: a waiting query creates an error at each try, and the HTML
  // took a fifth of the DOM tests' time. `screen.debug()` prints the page.
  getElementError: (message) => new Error(message ?? 'No element was found.'),
})

type ConsoleLevel = 'error' | 'warn'
const heard: { level: ConsoleLevel; text: string }[] = []
let expected: { level: ConsoleLevel; pattern: RegExp }[] = []

/**
 * Expects at least one matching console message in this test. The test fails without one, and after any other error
 * or warning.
 */
export function expectConsole(level: ConsoleLevel, pattern: RegExp): void {
  expected.push({ level, pattern })
}

beforeEach(() => {
  // Clears the history state of a dialog that the previous test left open.
  history.replaceState(null, '')
  heard.length = 0
  expected = []
  for (const level of ['error', 'warn'] as const) {
    vi.spyOn(console, level).mockImplementation((...args: unknown[]) => {
      heard.push({ level, text: args.map(String).join(' ') })
    })
  }
})

afterEach(() => {
  cleanup()
  // A test that froze or left its page must not leave the storage suspended for the next one.
  window.dispatchEvent(new PageTransitionEvent('pageshow'))
  vi.restoreAllMocks()
  const isExpected = (message: (typeof heard)[number]) =>
    expected.some(({ level, pattern }) => level === message.level && pattern.test(message.text))
  const unexpected = heard.filter((message) => !isExpected(message))
  expect(unexpected, unexpected.map(({ text }) => text).join('\n')).toEqual([])
  for (const { level, pattern } of expected) {
    const texts = heard.filter((message) => message.level === level).map(({ text }) => text)
    expect(texts, `expected console.${level} to say ${pattern}`).toContainEqual(
      expect.stringMatching(pattern),
    )
  }
})
