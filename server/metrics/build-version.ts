import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Build {
  /** As in package.json. */
  version: string
  /** Of the sources that it was built from; empty when the sources themselves run. */
  hash: string
}

const HASH_FILE = '.inputs-hash' // as build/input-hash.js names it
const HASH_CHARS = 12 // as many as tell builds apart on a screen

/** What runs: by default this very code. */
export function readBuild(projectDir: string, codeDir = import.meta.dirname): Build {
  const project = readFileSync(join(projectDir, 'package.json'), 'utf8')
  const { version } = JSON.parse(project) as { version: string } // npm requires one
  const distDir = join(projectDir, 'dist')
  const hashFile = join(distDir, HASH_FILE)
  const isBuilt = codeDir.startsWith(join(distDir, '.server')) && existsSync(hashFile)
  const hash = isBuilt ? readFileSync(hashFile, 'utf8').slice(0, HASH_CHARS) : ''
  return { version, hash }
}
