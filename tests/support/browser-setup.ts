import { resolve } from 'node:path'
import { build } from 'vite'
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
  await build({ logLevel: 'error', build: { outDir: distDir, emptyOutDir: true } })
  project.provide('distDir', distDir)
  project.provide('chromium', getChromium())
}
