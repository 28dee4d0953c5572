import { defineConfig } from 'vitest/config'
import type { EngineName } from './engine-browser.ts'

// `npm run faults -- engines` runs the tests of this folder in Firefox and in WebKit. `npm test` does not run them, because
// they need browsers that npm does not install.

const STORY_MS = 600_000 // timeout of a test: it starts the browser up to three times, and WebKit is slow without a GPU
const POLL_MS = 90_000

declare module 'vitest' {
  interface ProvidedContext {
    engine: EngineName
  }
}

const projectOf = (engine: EngineName) => ({
  test: {
    name: engine,
    provide: { engine },
    include: ['tools/engines/**/*.test.ts'],
    environment: 'node',
    testTimeout: STORY_MS,
    hookTimeout: STORY_MS,
    expect: { poll: { timeout: POLL_MS } },
  },
})

export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    reporters: ['verbose', './tests/support/closing-line-reporter.ts'],
    // Set once for all projects: a setup per project would build the app once per project.
    globalSetup: ['tools/engines/engines-setup.ts'],
    // Two WebKitWebDriver processes that run concurrently terminate each other.
    maxWorkers: 1,
    fileParallelism: false,
    projects: [projectOf('firefox'), projectOf('webkit')],
  },
})
