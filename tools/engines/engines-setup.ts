import type { TestProject } from 'vitest/node'
import { buildApp } from '#tests/support/browser/build-app.ts'
import { findFirefox, findWebKitDriver } from './installed-browsers.ts'
import { startDisplay } from './virtual-display.ts'

/** Runs once before all tests: finds the browsers, starts a display, and builds the app and its next version. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  findFirefox()
  findWebKitDriver()
  const endDisplay = await startDisplay()
  const builds = await Promise.all([buildApp(), buildApp('next')])
  project.provide('distDir', builds[0].distDir)
  project.provide('nextDistDir', builds[1].distDir)
  return async () => {
    for (const { remove } of builds) remove()
    await endDisplay()
  }
}
