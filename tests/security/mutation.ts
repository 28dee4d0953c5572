import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// Reads tests/security/mutations/*.diff. `@` names a file of the product and the requirements of its rule, for all blocks up
// to the next `@`. A block is the text that occurs in the file once (`-`), what to put in its place (`+`), and the tests that
// must notice (`!`, as docs/security.md names them).

const FOLDER = join(import.meta.dirname, 'mutations')

/** One way to break a rule of docs/security.md, and the tests of its rows that must notice. */
export interface Mutation {
  /** The requirements of this rule. */
  ids: readonly string[]
  file: string
  /** Occurs in the file exactly once. */
  find: string
  replace: string
  /** As docs/security.md names them: `server/a.test.ts › title`. */
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
