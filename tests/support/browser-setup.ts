import type { TestProject } from 'vitest/node'
import { buildApp } from './build-app.ts'
import { type Chromium, getChromium } from './chromium.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The built app that browser tests load. */
    distDir: string
    /** Another build of the same app: none of its code has the name that it has in the first. */
    nextDistDir: string
    chromium: Chromium
  }
}

/** Once before the browser tests: builds the app as it ships, twice, and finds a browser; once after them: removes the builds. */
export default function setup(project: TestProject): () => void {
  const builds = [buildApp(), buildApp('next')] as const
  project.provide('distDir', builds[0].distDir)
  project.provide('nextDistDir', builds[1].distDir)
  project.provide('chromium', getChromium())
  return () => {
    for (const { remove } of builds) remove()
  }
}
