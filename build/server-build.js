// @ts-check
import { join } from 'node:path'
import { build } from 'vite'
import { ROOT } from './input-hash.js'

/** Entry points of the compiled server, by output file name. */
const PROGRAMS = {
  serve: 'server/main/serve.ts',
  manage: 'server/cli/manage.ts',
  parser: 'server/main/parser.ts',
}

/**
 * Packages to bundle. Those of the first line have hundreds of small files, or import them: opening the small files
 * would cost Node 0.2 s at each start. Those of the others would bring a compiler and Redis clients, which the server
 * never loads, into the production install: 40 MB.
 */
const BUNDLED = [
  ...['kysely', /^@?hono/, /^@standard-community\//, 'quansync'],
  ...['valibot', '@valibot/to-json-schema'],
  ...[/^@tus\//, 'srvx', 'lodash.throttle', 'set-cookie-parser', 'debug', 'ms'],
]

/**
 * Compiles the server for Node. Bundles our own modules and the packages of BUNDLED; all other
 * packages stay imports.
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
