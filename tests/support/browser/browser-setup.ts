import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildApp } from './build-app.ts'
import { type Chromium, getChromium } from './chromium.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The production build that browser tests load. */
    distDir: string
    /** The folder in which `getNextBuild` keeps the second build of the same app. */
    nextBuilds: string
    chromium: Chromium
  }
}

/** Builds the app and provides a browser for the tests; removes the builds after the run. */
export default async function setup(project: TestProject): Promise<() => void> {
  const { distDir, remove } = await buildApp({ isQuick: true })
  const nextBuilds = mkdtempSync(join(tmpdir(), 'next-builds-'))
  project.provide('distDir', distDir)
  project.provide('nextBuilds', nextBuilds)
  project.provide('chromium', getChromium())
  return () => {
    remove()
    rmSync(nextBuilds, { recursive: true, force: true })
  }
}
