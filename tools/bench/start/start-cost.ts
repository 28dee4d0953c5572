import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Measures a production start of any commit. Older commits compile the server at each start; newer ones run the output
// of `npm run build`.

const URL_LINE = /http:\/\/[\w.:[\]]+/
const KB_PER_PAGE = 4
/** Matches the command lines of npm and of the shell in which it runs a script. */
const NPM = /^(npm |sh -c)/

/** The commands that start the server of a checkout: the documented one, and the one that the npm script runs. */
export function findStartCommands(folder: string) {
  return existsSync(join(folder, 'build/build.js'))
    ? {
        npm: ['npm', 'run', 'serve'],
        alone: ['node', '--import', './build/parent-watch.js', 'dist/.server/serve.js'],
      }
    : { npm: ['npm', 'start'], alone: ['node_modules/.bin/tsx', 'server/main/serve.ts'] }
}

/** Builds first, so that no measured start includes a build. */
export async function prepareStart(folder: string): Promise<void> {
  const build = spawn('npm', ['run', 'build'], { cwd: folder, stdio: 'ignore' })
  const [code] = await once(build, 'close')
  if (code !== 0) throw new Error(`npm run build ended with ${code} in ${folder}`)
}

/** Measures a start on an empty database, then one on the database that the first start created. */
export async function measureStarts(folder: string, command: readonly string[]) {
  const dataDir = mkdtempSync(join(tmpdir(), 'start-bench-'))
  try {
    const start = () => measureStart(folder, dataDir, command)
    return { empty: await start(), existing: await start() }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Measures the time until the first answer of /api/readyz, and the memory after it. */
async function measureStart(
  folder: string,
  dataDir: string,
  [program = '', ...args]: readonly string[],
) {
  const startedAt = performance.now()
  // A separate process group, so that npm, its shell and the server can be ended together.
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
  ended.catch(() => undefined) // the server is ended below, so this rejection is expected
  let output = ''
  try {
    while (!URL_LINE.test(output)) {
      const [chunk] = await Promise.race([once(child.stdout, 'data'), ended])
      output += chunk
    }
    child.stdout.resume() // later output must not fill the pipe
    const [url = ''] = URL_LINE.exec(output) ?? []
    const answer = await fetch(`${url}/api/readyz`)
    await answer.text()
    return { readyMs: performance.now() - startedAt, memoryMb: readServerMb(group) }
  } finally {
    process.kill(-group, 'SIGTERM')
    await closed
  }
}

/** Sums the resident memory of a process group, without npm and its shell (Linux only). Shared pages count once per process. */
function readServerMb(group: number): number {
  let pages = 0
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      // The name in parentheses may contain spaces; the process group is the third field after it.
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      if (Number(fields[2]) !== group) continue
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ')
      if (NPM.test(command)) continue
      pages += Number(readFileSync(`/proc/${name}/statm`, 'utf8').split(' ')[1])
    } catch (error) {
      // ENOENT: the process has ended since /proc was listed.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    }
  }
  return (pages * KB_PER_PAGE) / 1_000
}
