import { rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { listMutations } from './mutation.ts'
import { findGaps, findUnmatched } from './mutation-check.ts'
import { makeCopy, type Verdict } from './mutation-run.ts'

// npm run faults -- mutations: breaks each rule of docs/security.md in a copy of the repository and
// runs the tests that docs/security.md names for it. A test that still passes does not test its rule.
//   npm run faults -- mutations                   all mutations
//   npm run faults -- mutations --id 7.4       those whose requirement starts with 7.4
//   npm run faults -- mutations --check        runs no test: checks that each mutation fits its file,
//                                                and that each test of docs/security.md has a mutation

const { values } = parseArgs({
  options: { id: { type: 'string', default: '' }, check: { type: 'boolean', default: false } },
})

const mutations = listMutations().filter(({ ids }) => ids.some((id) => id.startsWith(values.id)))
const problems = [...findUnmatched(mutations), ...findGaps()]
for (const problem of problems) console.log(`error  ${problem}`)

const counts: Record<Verdict['kind'], number> = { red: 0, green: 0, error: 0 }
if (!values.check) {
  const copy = makeCopy()
  process.on('exit', () => rmSync(copy.folder, { recursive: true, force: true }))
  process.on('SIGINT', () => process.exit(1))
  for (const mutation of mutations) {
    const { kind, words } = await copy.run(mutation)
    counts[kind] += 1
    console.log(`${kind.padEnd(5)}  ${mutation.ids.join(', ')}  ${mutation.file}${words}`)
  }
  console.log(`${counts.red} red, ${counts.green} green, ${counts.error} errors`)
}
process.exit(problems.length + counts.green + counts.error > 0 ? 1 : 0)
