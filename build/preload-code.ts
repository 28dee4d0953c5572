import type { Plugin } from 'vite'
import {
  PRELOADED_DEVICE,
  PRELOADED_READS,
  PRELOADED_SCREENS,
  PRELOADED_SECTIONS,
  PRELOADED_SHELLS,
} from './first-screens.ts'

/** Writes into index.html the list of files that public/early.js preloads while the entry script loads. */
export function preloadCode(): Plugin {
  return {
    name: 'preload-code',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
        /** The file with the module and all files that it imports, except those that index.html already requests. */
        function listFiles(source: string): string[] {
          const root = chunks.find(({ moduleIds }) =>
            moduleIds.some((id) => id.endsWith(`/${source}`)),
          )
          if (!root) throw new Error(`no file of the build contains ${source}`)
          const found = new Set([root.fileName])
          // The loop adds to the set and also visits the new entries.
          for (const file of found) {
            const chunk = chunks.find(({ fileName }) => fileName === file)
            const styles = chunk?.viteMetadata?.importedCss ?? []
            for (const name of [...(chunk?.imports ?? []), ...styles]) found.add(name)
          }
          return [...found].filter((name) => !html.includes(name)).map((name) => `/${name}`)
        }
        const listAll = (sources: Record<string, string>) =>
          Object.fromEntries(
            Object.entries(sources).map(([path, source]) => [path, listFiles(source)]),
          )
        const code = JSON.stringify({
          screens: listAll(PRELOADED_SCREENS),
          shells: listAll(PRELOADED_SHELLS),
          sections: listAll(PRELOADED_SECTIONS),
          reads: listAll(PRELOADED_READS),
          device: listFiles(PRELOADED_DEVICE),
        })
        return html.replace('src="/early.js"', `$& data-code='${code}'`)
      },
    },
  }
}
