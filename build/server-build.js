// @ts-check
import { join } from 'node:path'
import { build } from 'vite'
import { ROOT } from './input-hash.js'

/** Programs of the compiled server, by the name of their file. */
const PROGRAMS = { serve: 'server/serve.ts', manage: 'server/cli/manage.ts' }

/** Packages of hundreds of small files, which Node would open one by one: 0.2 s of each start; and what imports them. */
const BUNDLED = ['kysely', /^@?hono/, /^@standard-community\//, 'quansync']

/**
 * Compiles the server for Node: our own modules are bundled, most packages stay imports.
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
