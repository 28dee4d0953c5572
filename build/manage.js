// @ts-check
import './parent-watch.js'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from './input-hash.js'
import { isInstalled } from './installed-package.js'

// `npm run manage`: runs the sources if tsx is installed, otherwise the compiled program.

const BUILT = join(ROOT, 'dist/.server/manage.js')

if (isInstalled('tsx')) {
  const { register } = await import('tsx/esm/api')
  register()
  await import(pathToFileURL(join(ROOT, 'server/cli/manage.ts')).href)
} else if (existsSync(BUILT)) {
  await import(pathToFileURL(BUILT).href)
} else {
  process.stderr.write(
    'The server is not built, and the packages to build it are not installed: run "npm ci && npm run build".\n',
  )
  process.exit(1)
}
