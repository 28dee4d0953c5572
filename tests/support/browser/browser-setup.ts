import type { TestProject } from 'vitest/node'
import { buildApp } from './build-app.ts'
import { type Chromium, getChromium } from './chromium.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The production build that browser tests load. */
    distDir: string
    /** A second build of the same app. Its chunk names all differ from those in `distDir`. */
    nextDistDir: string
    chromium: Chromium
  }
}

/** Builds the app twice and provides a browser for the tests; removes the builds after the run. */
export default async function setup(project: TestProject): Promise<() => void> {
  const builds = await Promise.all([buildApp(), buildApp('next')])
  project.provide('distDir', builds[0].distDir)
  project.provide('nextDistDir', builds[1].distDir)
  project.provide('chromium', getChromium())
  return () => {
    for (const { remove } of builds) remove()
  }
}
