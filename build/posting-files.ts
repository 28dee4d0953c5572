import type { Plugin } from 'vite'
import { isPrecached } from './first-screens-check.ts'

const SCREEN = 'src/features/posting/postings-screen.tsx'
/** The identifier in src/features/posting/offline/posting-code.ts that the build replaces with the list of files. */
const PLACEHOLDER = '__POSTING_FILES__'

/**
 * Writes into the code of the posting screen a list of the screen's files, including those that it loads later. Leaves
 * out the files that the worker precaches. The screen stores the listed files for offline use.
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
        // The loop adds to the set and also visits the new entries.
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
