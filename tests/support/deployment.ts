import { mkdtemp, rename, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What a server serves: one build, or from one moment to the next another, and then no file of the one before. */
export interface Deployment {
  distDir: string
  /** Puts a build in the place of the one that is there. */
  deploy(buildDir: string): Promise<void>
  remove(): Promise<void>
}

export async function createDeployment(buildDir: string): Promise<Deployment> {
  const folder = await mkdtemp(join(tmpdir(), 'deployment-'))
  const distDir = join(folder, 'current')
  await symlink(buildDir, distDir)
  return {
    distDir,
    async deploy(next) {
      const arriving = join(folder, 'next')
      await symlink(next, arriving)
      await rename(arriving, distDir)
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
