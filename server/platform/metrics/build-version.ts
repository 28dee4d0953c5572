import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Build {
  /** The version in package.json. */
  version: string
  /** Hash of the build's inputs; empty when the sources run directly. */
  hash: string
}

const HASH_FILE = '.inputs-hash' // as in build/input-hash.js
const HASH_CHARS = 12 // enough to tell builds apart on a screen

/** Identifies the build that contains `codeDir`, by default the running build. */
export function readBuild(projectDir: string, codeDir = import.meta.dirname): Build {
  const project = readFileSync(join(projectDir, 'package.json'), 'utf8')
  const { version } = JSON.parse(project) as { version: string } // npm requires a version
  const distDir = join(projectDir, 'dist')
  const hashFile = join(distDir, HASH_FILE)
  const isBuilt = codeDir.startsWith(join(distDir, '.server')) && existsSync(hashFile)
  const hash = isBuilt ? readFileSync(hashFile, 'utf8').slice(0, HASH_CHARS) : ''
  return { version, hash }
}
