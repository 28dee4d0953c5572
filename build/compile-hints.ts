import type { Plugin } from 'vite'

/** Files whose functions mostly run at the start of the panel. */
const AT_START = ['index', 'runtime', 'device', 'shell', 'panel-shell', 'icons', 'use-draft']

/**
 * Asks the browser to compile the functions of these files on a background thread while they load, instead of on the main
 * thread at their first call (V8's explicit compile hints, from Chrome 136; other browsers see a comment).
 */
export function hintCompilation(): Plugin {
  return {
    name: 'hint-compilation',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const output of Object.values(bundle)) {
          if (output.type === 'chunk' && AT_START.includes(output.name))
            output.code = `//# allFunctionsCalledOnLoad\n${output.code}`
        }
      },
    },
  }
}
