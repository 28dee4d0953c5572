import { readdirSync, readFileSync } from 'node:fs'
import { until } from './until.ts'

// WebKitGTK runs as several processes. On Linux, /proc has the parent of each process:
// https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html

/** Kills a process and then its descendants, so that no parent can react to the end of a child. */
export async function killTree(pid: number): Promise<void> {
  const pids = [pid, ...listDescendants(pid)]
  for (const one of pids) killIfThere(one)
  for (const one of pids) await waitForEnd(one)
}

export function waitForEnd(pid: number): Promise<void> {
  return until(`process ${pid} ends`, async () => !isRunning(pid))
}

function listDescendants(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: readStat(Number(name))?.parent }))
  const findChildren = (of: number): number[] =>
    parents
      .filter(({ parent }) => parent === of)
      .flatMap((child) => [child.pid, ...findChildren(child.pid)])
  return findChildren(pid)
}

function killIfThere(pid: number): void {
  if (isRunning(pid)) process.kill(pid, 'SIGKILL')
}

/** Returns false for a zombie: this process has ended, but its parent has not read its exit status yet. */
function isRunning(pid: number): boolean {
  const state = readStat(pid)?.state
  return state !== undefined && state !== 'Z'
}

function readStat(pid: number): { state: string; parent: number } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name in parentheses, which may itself contain spaces and parentheses.
    const [state = '', parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state, parent: Number(parent) }
  } catch {
    return null // the process is gone
  }
}
