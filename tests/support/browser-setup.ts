import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type Chromium, getChromium } from './chromium.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The built app that browser tests load. */
    distDir: string
    chromium: Chromium
  }
}

/** Once before the browser tests: builds the app as it ships and finds a browser. */
export default async function setup(project: TestProject): Promise<void> {
  const distDir = resolve('node_modules/.cache/browser-test-dist')
  // In a process of its own: the test runner's environment would make it a development build.
  const vite = resolve('node_modules/vite/bin/vite.js')
  execFileSync(process.execPath, [vite, 'build', '--logLevel', 'error', '--outDir', distDir], {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  project.provide('distDir', distDir)
  project.provide('chromium', getChromium())
}
