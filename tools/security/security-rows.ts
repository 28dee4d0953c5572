import { readFileSync } from 'node:fs'

/** A row of docs/security.md. */
export interface SecurityRow {
  ids: readonly string[]
  met: string
  shown: string
  tests: readonly TestName[]
}

export interface TestName {
  /** Relative to `tests/`. */
  file: string
  /** The title of a test or a describe block. */
  title: string
}

const TEST_NAME = /^([\w./-]+\.test\.tsx?) › (.+)$/

/** Every row of the tables, in order. */
export function readSecurityRows(): SecurityRow[] {
  return readFileSync('docs/security.md', 'utf8')
    .split('\n')
    .filter((line) => /^\| *\d/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, numbers = '', , met = '', shown = '']) => ({
      ids: readIds(numbers),
      met,
      shown,
      tests: [...shown.matchAll(/`([^`]+)`/g)].flatMap(([, name = '']) => findTestName(name) ?? []),
    }))
}

export function findTestName(text: string): TestName | null {
  const [, file, title] = TEST_NAME.exec(text) ?? []
  return file && title ? { file, title } : null
}

export function writeTestName({ file, title }: TestName): string {
  return `${file} › ${title}`
}

function readIds(cell: string): string[] {
  return cell.match(/\d+\.\d+\.\d+/g) ?? []
}
