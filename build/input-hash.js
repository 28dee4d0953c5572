// @ts-check
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// Computes a hash that shows whether the build matches the current sources. Plain JavaScript, because
// `npm start` runs it without development packages.

export const ROOT = join(import.meta.dirname, '..')
export const DIST = join(ROOT, 'dist')

/** All inputs of the build. Vite also reads `.env` files. */
const INPUTS = [
  ...['build', 'public', 'server', 'src'],
  ...['index.html', 'package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts'],
  ...['.env', '.env.local', '.env.production', '.env.production.local'],
]
const SERVED_AS_THEY_ARE = 'server/demo/media'
const HASH_FILE = '.inputs-hash' // hidden, so that the server does not serve it

/**
 * @param {string} root the project folder
 * @param {NodeJS.ProcessEnv} env
 * @param {string} nodeVersion in the form of `process.version`
 * @returns {string} a hash of all source files, the `VITE_*` variables and the major version of Node
 */
export function hashInputs(root, env = process.env, nodeVersion = process.version) {
  const hash = createHash('sha256')
  const add = (/** @type {string} */ name, /** @type {string | Buffer} */ content) =>
    hash.update(`${name.length} ${name} ${content.length} `).update(content)
  add('node', nodeVersion.split('.')[0] ?? '')
  const variables = Object.keys(env).filter((name) => name.startsWith('VITE_'))
  for (const name of variables.sort()) add(name, env[name] ?? '')
  for (const path of INPUTS.flatMap((input) => listFiles(root, input)))
    add(path, readFileSync(join(root, path)))
  return hash.digest('hex')
}

/**
 * @param {string} dist the build output folder
 * @returns {string | null} null when there is no complete build
 */
export function readBuiltHash(dist) {
  const file = join(dist, HASH_FILE)
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

/** @param {string} dist the build output folder */
export function hashFileIn(dist) {
  return join(dist, HASH_FILE)
}

/**
 * @param {string} root
 * @param {string} input a file or a folder
 * @returns {string[]} paths relative to the root, in an order that is independent of the file
 * system
 */
function listFiles(root, input) {
  if (!existsSync(join(root, input))) return []
  /** @type {string[]} */
  const files = []
  const walk = (/** @type {string} */ folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`
      if (path === SERVED_AS_THEY_ARE) continue
      if (entry.isDirectory()) walk(path)
      else files.push(path)
    }
  }
  if (/\.\w+$/.test(input)) files.push(input)
  else walk(input)
  return files.sort()
}
