import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// What a production start costs, of any commit: an older one compiles itself at each start, a newer one runs what
// `npm run build` has made.

const URL_LINE = /http:\/\/[\w.:[\]]+/
const KB_PER_PAGE = 4
/** npm and the shell that it runs a script by, by their command lines. */
const NPM = /^(npm |sh -c)/

export interface StartFigures {
  /** From the command to the first answer. */
  readyMs: number
  /** Resident memory after that answer, without npm and its shell; pages that processes share are counted in each. */
  memoryMb: number
}

/** The ways to start one commit. */
export interface StartCommands {
  /** As people start it. */
  npm: readonly string[]
  /** The server's own program, as the npm script runs it. */
  alone: readonly string[]
}

export function findStartCommands(folder: string): StartCommands {
  return existsSync(join(folder, 'build/build.js'))
    ? {
        npm: ['npm', 'run', 'serve'],
        alone: ['node', '--import', './build/parent-watch.js', 'dist/.server/serve.js'],
      }
    : { npm: ['npm', 'start'], alone: ['node_modules/.bin/tsx', 'server/serve.ts'] }
}

/** The build that a start serves must be there, so that no start makes it. */
export async function prepareStart(folder: string): Promise<void> {
  const build = spawn('npm', ['run', 'build'], { cwd: folder, stdio: 'ignore' })
  const [code] = await once(build, 'close')
  if (code !== 0) throw new Error(`npm run build ended with ${code} in ${folder}`)
}

/** Starts on an empty database and on the one that this makes, in turn. */
export async function measureStarts(
  folder: string,
  [program = '', ...args]: readonly string[],
): Promise<{ empty: StartFigures; existing: StartFigures }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'start-bench-'))
  try {
    const start = () => measureStart({ folder, program, args, dataDir })
    return { empty: await start(), existing: await start() }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

interface Start {
  folder: string
  program: string
  args: readonly string[]
  dataDir: string
}

async function measureStart({ folder, program, args, dataDir }: Start): Promise<StartFigures> {
  const startedAt = performance.now()
  // A group of its own: npm, its shell and the server end together.
  const child = spawn(program, args, {
    cwd: folder,
    detached: true,
    env: { PATH: process.env['PATH'], HOME: dataDir, DATA_DIR: dataDir, PORT: '0', SEED: 'none' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const group = child.pid ?? 0
  const closed = once(child, 'close')
  const ended = closed.then(() => {
    throw new Error(`the server ended: ${output}`)
  })
  ended.catch(() => undefined) // its end is expected once it was measured
  let output = ''
  try {
    while (!URL_LINE.test(output)) {
      const [chunk] = await Promise.race([once(child.stdout, 'data'), ended])
      output += chunk
    }
    child.stdout.resume() // what it prints later must not fill the pipe
    const [url = ''] = URL_LINE.exec(output) ?? []
    const answer = await fetch(`${url}/api/readyz`)
    await answer.text()
    return { readyMs: performance.now() - startedAt, memoryMb: readServerMb(group) }
  } finally {
    process.kill(-group, 'SIGTERM')
    await closed
  }
}

/** Of Linux: the processes of a group, without npm and its shell. */
function readServerMb(group: number): number {
  let pages = 0
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      // The name in brackets may hold spaces; the group is the third field after it.
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      if (Number(fields[2]) !== group) continue
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ')
      if (NPM.test(command)) continue
      pages += Number(readFileSync(`/proc/${name}/statm`, 'utf8').split(' ')[1])
    } catch (error) {
      // It has ended meanwhile.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    }
  }
  return (pages * KB_PER_PAGE) / 1_000
}
