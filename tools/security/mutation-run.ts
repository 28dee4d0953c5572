import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Mutation } from './mutation.ts'
import { findTestName, type TestName } from './security-rows.ts'

export interface Verdict {
  kind: 'red' | 'green' | 'error'
  words: string
}

/** The parts of vitest's JSON report that are used here. */
interface Report {
  testResults: {
    name: string
    message: string
    assertionResults: { status: string; ancestorTitles: string[]; title: string }[]
  }[]
}

const LONGEST_RUN_MS = 300_000 // a browser test builds the app first

/** Copies the work tree of the repository, including uncommitted changes. */
export function makeCopy(): { folder: string; run(mutation: Mutation): Promise<Verdict> } {
  const folder = mkdtempSync(join(tmpdir(), 'security-mutations-'))
  const listed = git('ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0')
  const deleted = new Set(git('ls-files', '-z', '--deleted').split('\0'))
  for (const path of listed) if (path !== '' && !deleted.has(path)) cpSync(path, join(folder, path))
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  return {
    folder,
    async run(mutation) {
      const path = join(folder, mutation.file)
      const text = readFileSync(path, 'utf8')
      if (text.split(mutation.find).length !== 2) return { kind: 'error', words: ' does not match' }
      writeFileSync(
        path,
        text.replace(mutation.find, () => mutation.replace),
      )
      try {
        return await runTests(folder, mutation)
      } finally {
        writeFileSync(path, text)
      }
    },
  }
}

/** Runs the tests that must fail: with SQLite and, if they pass or do not exist there, with PostgreSQL. */
async function runTests(folder: string, mutation: Mutation): Promise<Verdict> {
  const onSqlite = await runProjects(folder, mutation, '!postgres*')
  if (onSqlite.kind === 'red') return onSqlite
  const onPostgres = await runProjects(folder, mutation, 'postgres*')
  return onPostgres.kind === 'error' && onSqlite.kind === 'green' ? onSqlite : onPostgres
}

async function runProjects(folder: string, { red }: Mutation, projects: string): Promise<Verdict> {
  const tests = red.flatMap((name) => findTestName(name) ?? [])
  const files = [...new Set(tests.map(({ file }) => `tests/${file}`))]
  const reportFile = join(folder, 'mutation-report.json')
  rmSync(reportFile, { force: true })
  const output = await runVitest(folder, [
    ...files,
    `--project=${projects}`,
    `--testNamePattern=${tests.map(({ title }) => makePattern(title)).join('|')}`,
    '--maxWorkers=1',
    '--retry=0',
    '--reporter=json',
    `--outputFile=${reportFile}`,
  ])
  const report = readReport(reportFile)
  if (!report) return { kind: 'error', words: `\n${output}` }
  const verdicts = tests.map((test) => judge(report, test))
  const worst =
    verdicts.find(({ kind }) => kind === 'error') ?? verdicts.find(({ kind }) => kind === 'green')
  return worst ?? { kind: 'red', words: '' }
}

function judge({ testResults }: Report, { file, title }: TestName): Verdict {
  const pattern = new RegExp(`^${makePattern(title)}$`)
  const ran = testResults
    .filter(({ name }) => name.endsWith(`/tests/${file}`))
    .flatMap(({ assertionResults }) => assertionResults)
    .filter((one) => [...one.ancestorTitles, one.title].some((part) => pattern.test(part)))
    .filter(({ status }) => status === 'passed' || status === 'failed')
  if (ran.some(({ status }) => status === 'failed')) return { kind: 'red', words: '' }
  if (ran.length > 0) return { kind: 'green', words: `\n       ${file} › ${title}` }
  const messages = testResults.map(({ message }) => message).join('\n')
  return { kind: 'error', words: `\n       did not run: ${file} › ${title}\n${messages}` }
}

/** A title as a regular expression; placeholders of `test.each` match anything. */
function makePattern(title: string): string {
  return title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/%[sdij]/g, '.*')
}

function readReport(file: string): Report | null {
  try {
    // The type is the format of vitest's JSON reporter.
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    return null // vitest ended before it wrote a report; the caller reports vitest's output
  }
}

function runVitest(folder: string, args: readonly string[]): Promise<string> {
  return new Promise((resolveOutput) => {
    const bin = join('node_modules', 'vitest', 'vitest.mjs')
    const child = spawn(process.execPath, [bin, 'run', ...args], {
      cwd: folder,
      timeout: LONGEST_RUN_MS,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes: Buffer) => {
        output += bytes
      })
    child.on('close', () => resolveOutput(output))
  })
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8' })
}
