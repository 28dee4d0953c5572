import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildApp } from '#tests/support/browser/build-app.ts'
import { findFirefox, findWebKitDriver } from './installed-browsers.ts'
import { startDisplay } from './virtual-display.ts'

/** Runs once before all tests: finds the browsers, starts a display, and builds the app. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  findFirefox()
  findWebKitDriver()
  const endDisplay = await startDisplay()
  const { distDir, remove } = await buildApp()
  const nextBuilds = mkdtempSync(join(tmpdir(), 'next-builds-'))
  project.provide('distDir', distDir)
  project.provide('nextBuilds', nextBuilds)
  return async () => {
    remove()
    rmSync(nextBuilds, { recursive: true, force: true })
    await endDisplay()
  }
}
