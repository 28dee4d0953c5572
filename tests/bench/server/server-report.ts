import type { Machine } from '#tests/bench/bench-report.ts'
import { formatFigure, median } from '#tests/bench/figures.ts'

/** One line of the table, with one figure for each run. */
export interface ComparedRow {
  what: string
  unit: 'ms' | ''
  /** Of another checkout; empty when only this one is measured. */
  before: readonly number[]
  after: readonly number[]
  /** What the median of this checkout stays under. */
  under?: number | undefined
  /** How many times the other checkout's median this one's is at least. */
  times?: number | undefined
}

interface Setting {
  runs: number
  seconds: number
  machine: Machine
  isCompared: boolean
}

const BUSY_SHARE = 0.5 // of the cores, by the system's count

export function writePage(rows: readonly ComparedRow[], setting: Setting): string {
  const { runs, seconds, machine, isCompared } = setting
  const { coreCount, model, load } = machine
  const command = `npm run bench:server -- --runs ${runs} --seconds ${seconds}${isCompared ? ' --before <folder>' : ''}`
  const busy =
    load > coreCount * BUSY_SHARE
      ? ' **Others were busy on this machine: times are too high, and requests too few.**'
      : ''
  return `# The server under load

\`${command}\` on ${new Date().toISOString().slice(0, 10)}, runs of each: ${runs}, ${seconds} s each. ${coreCount} cores \
(${model}), load ${load.toFixed(1)} at the start, Node ${process.version}.${busy}

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
- A production start is that of an existing build with an empty database, npm and its shell counted: \`npm start\` before, \`npm run serve\`
  after.
- All but the mixed load is measured on the embedded database, which shares the process. PostgreSQL flushes each commit to the
  disk, as the embedded database does, and has counted its rows (\`ANALYZE\`), as its autovacuum does within a minute.
`
}

function writeTable(rows: readonly ComparedRow[]): string {
  const lines = rows.map((row) => {
    const cells = [row.what, tell(row, row.before), tell(row, row.after), ...judge(row)]
    return `| ${cells.join(' | ')} |`
  })
  return [
    '| What | Before | After | Target | Met |',
    '| --- | ---: | ---: | --- | --- |',
    ...lines,
  ].join('\n')
}

function tell({ unit }: ComparedRow, figures: readonly number[]): string {
  if (figures.length === 0) return ''
  const [least, most] = [Math.min(...figures), Math.max(...figures)].map(formatFigure)
  return `${`${formatFigure(median(figures))} ${unit}`.trim()} (${least} to ${most})`
}

function judge({
  before,
  after,
  under,
  times,
  unit,
}: ComparedRow): [target: string, verdict: string] {
  const found = median(after)
  if (under !== undefined)
    return [`under ${`${formatFigure(under)} ${unit}`.trim()}`, found < under ? 'yes' : '**no**']
  if (times === undefined || before.length === 0) return ['', '']
  const ratio = found / median(before)
  return [`${times} times as many`, `${ratio >= times ? 'yes' : '**no**'}: ${formatFigure(ratio)}`]
}
