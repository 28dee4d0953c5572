import { existsSync } from 'node:fs'
import { cp, mkdtemp, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { buildApp } from './build-app.ts'

/**
 * A second build of the same app, whose chunk names all differ from those of the first. The first test that asks makes
 * it, because most runs have no such test.
 */
export async function getNextBuild(): Promise<string> {
  const nextDir = join(inject('nextBuilds'), 'next')
  if (existsSync(nextDir)) return nextDir
  const { distDir, remove } = await buildApp({ mark: 'next', isQuick: true })
  const copy = await mkdtemp(join(inject('nextBuilds'), 'copy-'))
  await cp(distDir, copy, { recursive: true })
  remove()
  try {
    await rename(copy, nextDir)
  } catch (error) {
    // A test in another process was faster, and its build may be in use.
    if (!existsSync(nextDir)) throw error
  }
  return nextDir
}
