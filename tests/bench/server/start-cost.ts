import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Checkout } from './checkout-server.ts'

// What a production start costs: an older checkout by `npm start`, which ran Vite and a compiler each time, and this one by
// `npm run serve`, which runs what `npm run build` has made.

const URL_LINE = /http:\/\/[\w.:[\]]+/
const KB_PER_PAGE = 4

export interface StartFigures {
  /** From the command to the first answer. */
  readyMs: number
  /** Resident memory of all processes of the command after that answer, shared pages counted in each. */
  memoryMb: number
}

/** The build that a start serves must be there, so that no start makes it. */
export async function prepareStart({ folder }: Checkout): Promise<void> {
  const build = spawn('npm', ['run', 'build'], { cwd: folder, stdio: 'ignore' })
  const [code] = await once(build, 'close')
  if (code !== 0) throw new Error(`npm run build ended with ${code} in ${folder}`)
}

export async function measureStart({ folder }: Checkout): Promise<StartFigures> {
  const hasServe = existsSync(join(folder, 'build/build.js'))
  const dataDir = mkdtempSync(join(tmpdir(), 'start-bench-'))
  const startedAt = performance.now()
  // A group of its own: npm, its shell and the server end together.
  const child = spawn('npm', hasServe ? ['run', 'serve'] : ['start'], {
    cwd: folder,
    detached: true,
    env: { PATH: process.env['PATH'], HOME: dataDir, DATA_DIR: dataDir, PORT: '0', SEED: 'none' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const group = child.pid ?? 0
  try {
    let said = ''
    const ended = once(child, 'close').then(() => {
      throw new Error(`the server ended: ${said}`)
    })
    while (!/password:.*\n/.test(said)) {
      const [chunk] = await Promise.race([once(child.stdout, 'data'), ended])
      said += chunk
    }
    ended.catch(() => undefined) // its end is expected from here on
    const [url = ''] = URL_LINE.exec(said) ?? []
    const answer = await fetch(`${url}/api/readyz`)
    await answer.text()
    return { readyMs: performance.now() - startedAt, memoryMb: readGroupMb(group) }
  } finally {
    const closed = once(child, 'close')
    process.kill(-group, 'SIGTERM')
    await closed
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Of Linux: the processes of a group. */
function readGroupMb(group: number): number {
  let pages = 0
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      // The name in brackets may hold spaces; the group is the third field after it.
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      if (Number(fields[2]) !== group) continue
      pages += Number(readFileSync(`/proc/${name}/statm`, 'utf8').split(' ')[1])
    } catch (error) {
      // It has ended meanwhile.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    }
  }
  return (pages * KB_PER_PAGE) / 1_000
}
