import type { Machine } from '#tests/bench/bench-report.ts'
import { type ComparedRow, describeMachine, writeTable } from '#tests/bench/compared-table.ts'

interface Setting {
  runs: number
  seconds: number
  machine: Machine
  isCompared: boolean
}

export function writePage(rows: readonly ComparedRow[], setting: Setting): string {
  const { runs, seconds, machine, isCompared } = setting
  const command = `npm run bench:server -- --runs ${runs} --seconds ${seconds}${isCompared ? ' --before <folder>' : ''}`
  return `# The server under load

\`${command}\` on ${describeMachine(machine)} Runs of each: ${runs}, ${seconds} s each.

${writeTable(rows)}

- Figures are the median of the runs, with the least and the most. "Before" is commit 967f848, from before whole lists were cached; each
  of its runs is followed by the same run of this checkout, on a database of its own with the same listings. For it:
  \`git worktree add <folder> 967f848\`, then \`npm ci\` there.
- Mixed load: one process of the server, ten connections of a client on the same machine, each with the next call as soon as the last is
  answered and its body thrown away: 80 % the whole list with the ETag of the last one that was read, 15 % a page of 50, 5 % a change of status
  with a key. A change makes the next lists whole ones, for everybody who asks before the first of them is there: what "had
  not changed" is a 304. The panel itself asks for what changed and not for whole lists; this is what a plain client costs.
- Times are until the whole answer is there, of all calls together. An error is a call without an answer, or with another
  one than 200 or 304.
- Health checks are asked on a connection of their own, 10 ms after the last was answered. The client of 100,000 listings reads them
  uncompressed and changes one before each read.
- Peak memory is what a process just started has taken at most (\`VmHWM\` of Linux), with the compiler that the bench starts it with.
- A submission with its checks: one client opens 200 submissions one after the other. Each of the 10,000 listings has one, with eight photos
  whose hashes are among 20,000, and nine of ten are approved. Only this checkout is measured.
- The other figures but the mixed load are measured on the embedded database, which shares the process. PostgreSQL flushes each commit to the
  disk, as the embedded database does, and has counted its rows (\`ANALYZE\`), as its autovacuum does within a minute.
`
}
