import { expect, test } from 'vitest'
import { readSourceFiles, type SourceFile } from './source-files.ts'

// A hostile file may use up memory or processor time, or end the process that reads it. So only the parser processes,
// whose program is PARSER, load what reads such files. Tests and tools may: they make files, or read what was published.

const PARSER = 'server/main/parser.ts'
/** Packages that read files of people. */
const LIBRARIES = ['sharp', 'mediabunny', 'yauzl', 'saxes']
/** Files of the server's own processes that may load a library, with the reason. */
const ALLOWED: Readonly<Record<string, string>> = {}

const FILES = readSourceFiles(['server', 'src'])
const LOADS = new Map(FILES.map(({ path, loads }) => [path, loads]))

/** All files that these load, also later and by way of others. */
function reach(from: readonly string[]): Set<string> {
  const found = new Set(from)
  for (const path of found) for (const next of LOADS.get(path) ?? []) found.add(next)
  return found
}

const isLoading = ({ loads }: SourceFile) => loads.some((name) => LIBRARIES.includes(name))
const isProgram = (path: string) => /^server\/(main|cli)\//.test(path) && path !== PARSER

test('every file of the server that loads a library for files of people belongs to the parser processes', () => {
  const ofParser = reach([PARSER])
  for (const name of LIBRARIES) expect(ofParser).toContain(name)
  const loading = FILES.filter((file) => file.path.startsWith('server/') && isLoading(file))
  expect(loading.length).toBeGreaterThan(2)
  const others = loading.map(({ path }) => path).filter((path) => !ofParser.has(path))
  expect(others).toEqual(Object.keys(ALLOWED))
})

test('no program of the server but the parser loads such a library, or a function of its jobs', () => {
  const ofServer = reach(FILES.map(({ path }) => path).filter(isProgram))
  expect(ofServer).toContain('server/platform/parsing/parsing-service.ts')
  const loading = FILES.filter((file) => ofServer.has(file.path) && isLoading(file))
  expect(loading.map(({ path }) => path)).toEqual(Object.keys(ALLOWED))
  const jobs = (LOADS.get(PARSER) ?? []).filter(
    (path) => !/-job(s|-runner)?\.ts$|job-runner/.test(path),
  )
  expect(jobs).toContain('server/platform/media/formats/photo-encoding.ts')
  expect(jobs.filter((path) => ofServer.has(path))).toEqual([])
})
