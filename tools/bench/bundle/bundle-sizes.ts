import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest } from 'vite'
import {
  PAGE_BUDGETS,
  type PageBudget,
  PRECACHE_BYTES,
  STYLES_BYTES,
  WORKER_BYTES,
} from './page-budgets.ts'

/** The measured size of a group of files, and its budget. */
export interface BundleSize {
  name: string
  budgetBytes: number
  /** The bytes of each file as sent (compressed). */
  files: Readonly<Record<string, number>>
}

/** Measures every group of files that has a budget, in a build with compressed files. */
export function measureBundle(distDir: string): BundleSize[] {
  const weigh = (files: readonly string[]) =>
    Object.fromEntries(files.map((file) => [file, sentBytes(join(distDir, file))]))
  const styles = readdirSync(join(distDir, 'assets')).filter((file) => file.endsWith('.css'))
  return [
    ...Object.values(PAGE_BUDGETS).map((page) => ({
      name: page.name,
      budgetBytes: page.budgetBytes,
      files: weigh(listPageFiles(distDir, page)),
    })),
    {
      name: 'Styles, of every screen',
      budgetBytes: STYLES_BYTES,
      files: weigh(styles.map((file) => `assets/${file}`)),
    },
    { name: 'Service worker', budgetBytes: WORKER_BYTES, files: weigh(['sw.js']) },
    { name: 'Precache', budgetBytes: PRECACHE_BYTES, files: weigh(listPrecached(distDir)) },
  ]
}

/** The scripts that a page loads. @throws if the build has no file for a module in `needs` */
export function listPageFiles(distDir: string, { name, needs }: PageBudget): string[] {
  const manifest = JSON.parse(
    readFileSync(join(distDir, '.vite', 'manifest.json'), 'utf8'),
  ) as Manifest // written by Vite
  for (const module of needs)
    if (!manifest[module]) throw new Error(`${name}: ${module} has no file; name what shows it`)
  const html = readFileSync(join(distDir, 'index.html'), 'utf8')
  const asked = [...html.matchAll(/<script[^>]+src="\/([^"]+)"/g)].map(([, file = '']) => file)
  const isAsked = ({ file }: { file: string }) => asked.includes(file)
  const entries = Object.keys(manifest).filter((key) => manifest[key] && isAsked(manifest[key]))
  const modules = new Set([...entries, ...needs])
  // The loop also visits the modules that it adds to the set.
  for (const module of modules)
    for (const next of manifest[module]?.imports ?? []) modules.add(next)
  const files = [...modules].map((module) => manifest[module]?.file ?? '')
  return [...new Set([...asked, ...files])].sort()
}

/** The size of the Brotli file, which the server sends if it exists, or of the file itself. */
function sentBytes(file: string): number {
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size
}

function listPrecached(distDir: string): string[] {
  const worker = readFileSync(join(distDir, 'sw.js'), 'utf8')
  const files = [...worker.matchAll(/"url":"([^"]+)"/g)].map(([, file = '']) => file)
  if (files.length === 0) throw new Error('the service worker names no file to precache')
  return files
}
