// @ts-check
import { join } from 'node:path'
import { build } from 'vite'
import { ROOT } from './input-hash.js'

/** Entry points of the compiled server, by output file name. */
const PROGRAMS = { serve: 'server/serve.ts', manage: 'server/cli/manage.ts' }

/**
 * Packages made of hundreds of small files, and packages that import them. Opening the files one by
 * one costs Node 0.2 s at each start.
 */
const BUNDLED = ['kysely', /^@?hono/, /^@standard-community\//, 'quansync']

/**
 * Compiles the server for Node. Bundles our own modules; most packages stay imports.
 * @param {string} outDir
 */
export async function compileServer(outDir) {
  const input = Object.fromEntries(
    Object.entries(PROGRAMS).map(([name, file]) => [name, join(ROOT, file)]),
  )
  await build({
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    ssr: { noExternal: BUNDLED },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      sourcemap: true,
      rolldownOptions: { input, output: { entryFileNames: '[name].js' } },
    },
  })
}
