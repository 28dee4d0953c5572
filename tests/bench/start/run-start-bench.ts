import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readMachine } from '#tests/bench/bench-report.ts'
import { type ComparedRow, describeMachine, writeTable } from '#tests/bench/compared-table.ts'
import { formatRecord } from '#tests/support/format-record.ts'
import { findStartCommands, measureStarts, prepareStart, type StartFigures } from './start-cost.ts'

// `npm run bench:start` measures production starts and writes docs/bench-start.md. `-- --before <folder>` compares them
// with the starts of another checkout, whose packages must be installed. Starts of the two checkouts alternate.

const PAGE = resolve('docs/bench-start.md')
const READY_MS = 500 // the target of a start without npm
const MEMORY_SHARE = 0.5 // the target: at most this share of the memory that the other checkout's server uses

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '9' }, before: { type: 'string' } },
})
const runs = Number(values.runs)
const folders = {
  ...(values.before !== undefined && { before: resolve(values.before) }),
  after: resolve('.'),
}
const machine = readMachine()
const ways = ['npm', 'alone'] as const
type Measured = Record<(typeof ways)[number], Record<'empty' | 'existing', StartFigures>>
const figures: Record<'before' | 'after', Measured[]> = { before: [], after: [] }

for (const folder of Object.values(folders)) await prepareStart(folder)
for (let run = 0; run < runs; run += 1)
  for (const [name, folder] of Object.entries(folders) as ['before' | 'after', string][]) {
    const commands = findStartCommands(folder)
    const npm = await measureStarts(folder, commands.npm)
    figures[name].push({ npm, alone: await measureStarts(folder, commands.alone) })
  }

const rows: ComparedRow[] = [
  pick('`npm run serve`, empty database: until the first answer', ({ npm }) => npm.empty.readyMs),
  pick('`npm run serve`, existing database', ({ npm }) => npm.existing.readyMs),
  pick('The server alone, empty database', ({ alone }) => alone.empty.readyMs),
  pick('The server alone, existing database', ({ alone }) => alone.existing.readyMs, {
    under: READY_MS,
  }),
  pick('… its memory in MB', ({ alone }) => alone.existing.memoryMb, {
    unit: '',
    share: MEMORY_SHARE,
  }),
]
const command = `npm run bench:start -- --runs ${runs}${values.before === undefined ? '' : ' --before <folder>'}`
const page = `# Production starts

\`${command}\` on ${describeMachine(machine)}

${writeTable(rows)}

- Figures are the median of the runs, with the least and the most. "Before" is commit 967f848, whose \`npm start\` ran Vite and a compiler
  each time, and whose server alone is \`tsx server/serve.ts\`. For it: \`git worktree add <folder> 967f848\`, then \`npm ci\` there.
- A start is measured from the command until the answer of \`/api/readyz\` is there, with the app built already. npm itself takes the
  difference between the first two rows and the next two.
- Memory is resident memory after that answer, of all processes but npm and its shell.
`
writeFileSync(PAGE, page)
formatRecord(PAGE)
console.log(page)

function pick(
  what: string,
  choose: (measured: Measured) => number,
  target: Partial<ComparedRow> = {},
): ComparedRow {
  const { before, after } = figures
  return { what, unit: 'ms', before: before.map(choose), after: after.map(choose), ...target }
}
