import 'fake-indexeddb/auto'
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import Dexie from 'dexie'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, vi } from 'vitest'

// A storage of its own for each file: the pages of another may still come to their end.
globalThis.indexedDB = new IDBFactory()
Dexie.dependencies.indexedDB = globalThis.indexedDB

// Noise fails: a test that expects a message on the console says so with `expectConsole`.

// A busy machine may take longer than the library's second to load a lazy screen.
configure({ asyncUtilTimeout: 10_000 })

type ConsoleLevel = 'error' | 'warn'
const heard: { level: ConsoleLevel; text: string }[] = []
let expected: { level: ConsoleLevel; pattern: RegExp }[] = []

/** Lets this test write matching messages to the console, and fails it if none comes. */
export function expectConsole(level: ConsoleLevel, pattern: RegExp): void {
  expected.push({ level, pattern })
}

beforeEach(() => {
  // A dialog that was open at the end of another test has left its entry behind.
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
  vi.restoreAllMocks()
  const isExpected = (message: (typeof heard)[number]) =>
    expected.some(({ level, pattern }) => level === message.level && pattern.test(message.text))
  expect(heard.filter((message) => !isExpected(message))).toEqual([])
  for (const { level, pattern } of expected) {
    const texts = heard.filter((message) => message.level === level).map(({ text }) => text)
    expect(texts, `expected console.${level} to say ${pattern}`).toContainEqual(
      expect.stringMatching(pattern),
    )
  }
})
