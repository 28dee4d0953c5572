import type { Plugin } from 'vite'
import { ONLINE_SCREENS, SECTION, TOGETHER } from './first-screens.ts'

/** Whether the worker precaches a code file. */
export function isPrecached(file: string): boolean {
  return !ONLINE_SCREENS.some((name) => file.startsWith(`assets/${name}-`))
}

/**
 * Compares the lists of first-screens.ts with the files of the build. Fails the build if a listed module or file is gone, or
 * if a file that the worker precaches imports one that it does not: its screen would not open without a network.
 */
export function checkFirstScreens(): Plugin {
  return {
    name: 'check-first-screens',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
        const modules = chunks.flatMap(({ moduleIds }) => moduleIds)
        const faults = [
          ...[...Object.values(TOGETHER).flat(), ...SECTION]
            .filter((path) => !modules.some((id) => id.includes(`/src/${path}.ts`)))
            .map((path) => `no file of the build contains ${path}`),
          ...ONLINE_SCREENS.filter(
            (name) => !Object.keys(bundle).some((file) => file.startsWith(`assets/${name}-`)),
          ).map((name) => `no file of the build begins with ${name}`),
          ...chunks
            .filter(({ fileName }) => isPrecached(fileName))
            .flatMap(({ fileName, imports }) =>
              imports
                .filter((name) => !isPrecached(name))
                .map((name) => `${fileName} is precached, and ${name} that it imports is not`),
            ),
        ]
        if (faults.length > 0) this.error(`build/first-screens.ts: ${faults.join('; ')}`)
      },
    },
  }
}
