import type { Plugin } from 'vite'
import { isPrecached } from './service-worker-build.ts'

const SCREEN = 'src/features/posting/postings-screen.tsx'
/** Stands in src/features/posting/offline/posting-code.ts. */
const PLACEHOLDER = '__POSTING_FILES__'

/**
 * Writes the list of files into the page on which owners write listings: all of its code that the worker does not
 * store, with the code that it loads later.
 */
export function listPostingFiles(): Plugin {
  return {
    name: 'posting-files',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
        const screen = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${SCREEN}`))
        const holders = chunks.filter(({ code }) => code.includes(PLACEHOLDER))
        if (!screen || holders.length !== 1)
          throw new Error('the files of the listings have no place')
        const found = new Set([screen.fileName])
        // The set grows during the loop.
        for (const file of found) {
          const chunk = chunks.find(({ fileName }) => fileName === file)
          const next = [
            ...(chunk?.imports ?? []),
            ...(chunk?.dynamicImports ?? []),
            ...(chunk?.viteMetadata?.importedCss ?? []),
          ]
          for (const name of next) if (!isPrecached(name)) found.add(name)
        }
        const list = JSON.stringify([...found].map((name) => `/${name}`))
        for (const holder of holders) holder.code = holder.code.replaceAll(PLACEHOLDER, list)
      },
    },
  }
}
