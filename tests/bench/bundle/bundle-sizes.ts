import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Chunk, recordPath } from '#build/chunk-record.ts'
import {
  ENTRANCES,
  type Entrance,
  PRECACHE_BYTES,
  STYLES_BYTES,
  WORKER_BYTES,
} from './entrances.ts'

/** Something that has a budget, measured. */
export interface BundleSize {
  name: string
  budgetBytes: number
  bytes: number
  /** What it is made of, and about how much of the bytes is each one's. */
  modules: Record<string, number>
}

/** Everything that has a budget, of a build with its compressed copies. */
export function measureBundle(distDir: string): BundleSize[] {
  const chunks = readChunks(distDir, 'app')
  const entrances = Object.values(ENTRANCES).map((entrance) => ({
    name: entrance.name,
    budgetBytes: entrance.budgetBytes,
    ...weigh(distDir, chunks, listEntranceFiles(distDir, entrance)),
  }))
  const styles = readdirSync(join(distDir, 'assets')).filter((file) => file.endsWith('.css'))
  const worker = readChunks(distDir, 'worker').map((chunk) => ({ ...chunk, file: 'sw.js' }))
  return [
    ...entrances,
    {
      name: 'Styles, of every screen',
      budgetBytes: STYLES_BYTES,
      ...weigh(
        distDir,
        [],
        styles.map((file) => `assets/${file}`),
      ),
    },
    { name: 'Service worker', budgetBytes: WORKER_BYTES, ...weigh(distDir, worker, ['sw.js']) },
    {
      name: 'Precache',
      budgetBytes: PRECACHE_BYTES,
      ...weigh(distDir, chunks, listPrecached(distDir)),
    },
  ]
}

/** The scripts that an entrance needs. @throws when the build has no module that the entrance names */
export function listEntranceFiles(distDir: string, { name, needs }: Entrance): string[] {
  const chunks = readChunks(distDir, 'app')
  const html = readFileSync(join(distDir, 'index.html'), 'utf8')
  const asked = [...html.matchAll(/<script[^>]+src="\/([^"]+)"/g)].map(([, file = '']) => file)
  const seen = needs.map((module) => {
    const chunk = chunks.find(({ modules }) => module in modules)
    if (!chunk) throw new Error(`${name}: ${module} is in no file; name what shows it`)
    return chunk.file
  })
  const files = new Set([...asked, ...seen])
  for (const file of files)
    for (const next of chunks.find((chunk) => chunk.file === file)?.imports ?? []) files.add(next)
  return [...files].sort()
}

function readChunks(distDir: string, name: 'app' | 'worker'): Chunk[] {
  return JSON.parse(readFileSync(recordPath(distDir, name), 'utf8')) as Chunk[] // written by chunkRecord
}

/** What a file costs on the line is shared out by the length of each module's code in it. */
function weigh(distDir: string, chunks: readonly Chunk[], files: readonly string[]) {
  const modules: Record<string, number> = {}
  let bytes = 0
  for (const file of files) {
    const sent = sentBytes(join(distDir, file))
    bytes += sent
    const parts = chunks.find((chunk) => chunk.file === file)?.modules ?? { [withoutHash(file)]: 1 }
    const length = Object.values(parts).reduce((sum, part) => sum + part, 0) || 1
    for (const [module, part] of Object.entries(parts))
      modules[module] = (modules[module] ?? 0) + Math.round((sent * part) / length)
  }
  return { bytes, modules }
}

/** As the server sends it: the compressed copy where there is one. */
function sentBytes(file: string): number {
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size
}

function listPrecached(distDir: string): string[] {
  const worker = readFileSync(join(distDir, 'sw.js'), 'utf8')
  const files = [...worker.matchAll(/"url":"([^"]+)"/g)].map(([, file = '']) => file)
  if (files.length === 0) throw new Error('the service worker names no file to precache')
  return files
}

function withoutHash(file: string): string {
  return file.replace(/-[\w-]{8}(?=\.\w+$)/, '')
}
