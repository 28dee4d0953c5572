import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// Reads tools/security/mutations/*.diff. A line with `@` names a source file and the ASVS requirements that its code meets,
// for all blocks up to the next `@`. A block has a text that occurs once in the file (`-`), its replacement (`+`), and the tests that must
// fail (`!`, named as in docs/security.md).

const FOLDER = join(import.meta.dirname, 'mutations')

/** One way to break a rule of docs/security.md, and the tests that must then fail. */
export interface Mutation {
  /** The numbers of ASVS requirements, such as 7.2.1. */
  ids: readonly string[]
  file: string
  /** Occurs in the file exactly once. */
  find: string
  replace: string
  /** The tests that must fail, named as in docs/security.md: `server/a.test.ts › title`. */
  red: readonly string[]
}

export function listMutations(): Mutation[] {
  return readdirSync(FOLDER).flatMap((name) =>
    readMutations(readFileSync(join(FOLDER, name), 'utf8')),
  )
}

function readMutations(text: string): Mutation[] {
  let [file = '', ...ids]: string[] = []
  return text.split(/\n\n+/).flatMap((block) => {
    const pick = (mark: string) =>
      block.split('\n').flatMap((line) => (line.startsWith(mark) ? [line.slice(1)] : []))
    const [place] = pick('@')
    if (place !== undefined) [file = '', ...ids] = place.trim().split(' ')
    const [find, replace] = [pick('-').join('\n'), pick('+').join('\n')]
    return find === ''
      ? []
      : [{ ids, file, find, replace, red: pick('!').map((one) => one.trim()) }]
  })
}
