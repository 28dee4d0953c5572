import type { Plugin } from 'vite'
import { AT_START } from './first-screens.ts'

/**
 * Marks the chunks of AT_START so that the browser compiles all their functions on a background thread while they load.
 * Without the mark, the browser compiles each function on the main thread at its first call. (V8's explicit compile
 * hints, Chrome 136 and later; other browsers ignore the mark as a comment.) The mark must be the first line of a file.
 */
export function hintCompilation(): Plugin {
  return {
    name: 'hint-compilation',
    apply: 'build',
    generateBundle: {
      order: 'post', // Vite adds lines at the beginning of files in its own generateBundle
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
        for (const name of AT_START) {
          const chunk = chunks.find((output) => output.name === name)
          if (!chunk) throw new Error(`no file of the build is called ${name}`)
          chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`
        }
      },
    },
  }
}
