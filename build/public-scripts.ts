import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync, type Plugin } from 'vite'

/**
 * Minifies the scripts of public/: they block the rendering of every page, and Vite copies them
 * unchanged.
 */
export function minifyPublicScripts(): Plugin {
  let publicDir = ''
  return {
    name: 'minify-public-scripts',
    apply: 'build',
    configResolved(config) {
      publicDir = config.publicDir
    },
    // Runs after Vite has copied the scripts and before the service worker's file list is hashed.
    writeBundle({ dir }) {
      for (const name of readdirSync(publicDir).filter((file) => file.endsWith('.js')))
        writeFileSync(
          join(dir ?? 'dist', name),
          minify(name, readFileSync(join(publicDir, name), 'utf8')),
        )
    },
  }
}

/** @throws on a syntax error, which would otherwise produce an empty script */
function minify(name: string, source: string): string {
  // Classic scripts: top-level names are global and must not be mangled.
  const { code, errors } = minifySync(name, source, { module: false })
  if (errors.length > 0)
    throw new Error(`${name}: ${errors.map(({ message }) => message).join(', ')}`)
  return code
}
