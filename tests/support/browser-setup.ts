import type { TestProject } from 'vitest/node'
import { buildApp } from './build-app.ts'
import { type Chromium, getChromium } from './chromium.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The built app that browser tests load. */
    distDir: string
    chromium: Chromium
  }
}

/** Once before the browser tests: builds the app as it ships and finds a browser; once after them: removes the build. */
export default function setup(project: TestProject): () => void {
  const { distDir, remove } = buildApp()
  project.provide('distDir', distDir)
  project.provide('chromium', getChromium())
  return remove
}
