import { mkdtemp, rename, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * The folder that a server serves. `deploy` replaces it atomically, and no file of the previous build remains
 * available.
 */
export interface Deployment {
  distDir: string
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
