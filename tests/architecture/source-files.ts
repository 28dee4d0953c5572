import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'vite'

export interface SourceFile {
  path: string
  lines: number
  firstLine: string
  /** Imported files of this repository. */
  imports: string[]
  packages: string[]
  /** Those of `imports` and `packages` that are there when the code runs; types are not. */
  loads: string[]
}

export function readSourceFiles(folders: readonly string[]): SourceFile[] {
  return folders.flatMap((folder) => listFiles(folder, /\.(tsx?|js)$/)).map(readSourceFile)
}

/** The paths of a folder's files whose names match, at any depth. */
export function listFiles(folder: string, name: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path}`.replaceAll('\\', '/'))
    .filter((path) => name.test(path))
    .sort()
}

function readSourceFile(path: string): SourceFile {
  const text = readFileSync(path, 'utf8')
  const { staticImports, staticExports, dynamicImports } = parseSync(path, text).module
  const requests = [
    ...staticImports.map(({ moduleRequest: { value }, entries }) => ({
      value,
      // `import 'x'` has no entries.
      isType: entries.length > 0 && entries.every(({ isType }) => isType),
    })),
    ...staticExports
      .flatMap(({ entries }) => entries)
      .flatMap(({ moduleRequest, isType }) =>
        moduleRequest ? { value: moduleRequest.value, isType } : [],
      ),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => ({
      value: text.slice(start, end).replaceAll(/^['"`]|['"`]$/g, ''),
      isType: false,
    })),
  ]
  const specifiers = requests.map(({ value }) => value)
  return {
    path,
    lines: text.split('\n').length - 1,
    firstLine: text.slice(0, text.indexOf('\n')),
    imports: specifiers.flatMap((specifier) => toRepositoryPath(path, specifier) ?? []),
    packages: specifiers.flatMap(toPackage),
    loads: requests
      .filter(({ isType }) => !isType)
      .flatMap(({ value }) => toRepositoryPath(path, value) ?? toPackage(value)),
  }
}

function toRepositoryPath(from: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier))
  return specifier.startsWith('#') ? specifier.slice(1) : null
}

function toPackage(specifier: string): string[] {
  if (/^[.#]|^node:/.test(specifier)) return []
  const parts = specifier.split('/')
  return [parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/')]
}
