import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Plugin } from 'vite'

/** One file of JavaScript of a build. */
export interface Chunk {
  file: string
  isEntry: boolean
  /** Files that come with it, before it runs. */
  imports: string[]
  /** What it is made of: path in this repository, or package, and the length of its code before it is made small. */
  modules: Record<string, number>
}

const PACKAGE = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\/.*$/

/** Notes beside a build what its files are made of, in a folder that the server never serves. */
export function chunkRecord(name: 'app' | 'worker'): Plugin {
  return {
    name: 'chunk-record',
    apply: 'build',
    writeBundle({ dir }, bundle) {
      const chunks = Object.values(bundle).flatMap((output): Chunk[] =>
        output.type === 'chunk'
          ? [
              {
                file: output.fileName,
                isEntry: output.isEntry,
                imports: output.imports,
                modules: sumUp(output.modules),
              },
            ]
          : [],
      )
      const file = recordPath(dir ?? 'dist', name)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, JSON.stringify(chunks))
    },
  }
}

export function recordPath(distDir: string, name: 'app' | 'worker'): string {
  return join(distDir, '.vite', `chunks-${name}.json`)
}

/** A package counts as one. */
function sumUp(modules: Record<string, { renderedLength: number }>): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const [id, { renderedLength }] of Object.entries(modules)) {
    const module = nameModule(id)
    sums[module] = (sums[module] ?? 0) + renderedLength
  }
  return sums
}

function nameModule(id: string): string {
  const path = id.replace(/^\0/, '').replace(/\?.*$/, '')
  return PACKAGE.test(path) ? path.replace(PACKAGE, '$1') : relative(process.cwd(), path)
}
