// @ts-check
import './parent-watch.js'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DIST, hashInputs, ROOT, readBuiltHash } from './input-hash.js'
import { isInstalled } from './installed-package.js'

// `npm start`: builds if the sources have changed, then runs the server in this same process, so
// that signals reach the server.

const built = readBuiltHash(DIST)
if (built !== hashInputs(ROOT)) {
  if (isInstalled('vite')) await runBuild()
  else end(built === null ? 'The app is not built' : 'The build in dist is of other sources')
}
await import(pathToFileURL(join(DIST, '.server/serve.js')).href)

/** Builds in a child process: a build needs ten times the server's memory, which is freed when the child exits. */
async function runBuild() {
  const child = spawn(process.execPath, [join(ROOT, 'build/build.js')], {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const stop = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal)
  process.on('SIGINT', stop).on('SIGTERM', stop)
  const [code] = await once(child, 'exit')
  process.off('SIGINT', stop).off('SIGTERM', stop)
  if (code !== 0) process.exit(code ?? 1)
}

/**
 * @param {string} what
 * @returns {never}
 */
function end(what) {
  process.stderr.write(
    `${what}, and the packages to build it are not installed: run "npm ci && npm run build".\n`,
  )
  process.exit(1)
}
