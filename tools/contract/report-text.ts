import { ASPECTS, type CallReport, verdictOf } from './call-report.ts'
import type { LiveReport } from './live-contract.ts'

const METHOD_WIDTH = 7
const PATH_WIDTH = 31
const ASPECT_WIDTH = 10
const NAME_WIDTH = 52

/** The report as lines for a terminal. */
export function writeReport({ calls, extensions }: LiveReport): string {
  const head = ' '.repeat(METHOD_WIDTH + PATH_WIDTH) + ASPECTS.map(cell).join('')
  const count = (verdict: string) => calls.filter((one) => verdictOf(one) === verdict).length
  const sums = `${calls.length} calls: ${count('holds')} passed, ${count('does not hold')} failed, ${count('not tried')} not tried.`
  const offered = extensions.map(({ name, isOffered, detail }) =>
    [name.padEnd(NAME_WIDTH), isOffered ? 'offered' : 'not offered', detail && ` (${detail})`].join(
      '',
    ),
  )
  return [
    head.trimEnd(),
    ...calls.flatMap(writeCall),
    '',
    sums,
    ...(offered.length > 0 ? ['', 'Extensions', ...offered] : []),
    '',
  ].join('\n')
}

function writeCall({ call, flaws, notTried, notes }: CallReport): string[] {
  const cells = ASPECTS.map((aspect) => {
    const found = flaws[aspect]
    return cell(found === undefined ? '-' : found.length === 0 ? 'ok' : 'NO')
  })
  const name = call.method.padEnd(METHOD_WIDTH) + call.path.padEnd(PATH_WIDTH)
  const wrong = ASPECTS.flatMap((aspect) =>
    (flaws[aspect] ?? []).map((flaw) => `${aspect}: ${flaw}`),
  )
  return [
    (name + cells.join('') + (notTried ? `not tried (${notTried})` : '')).trimEnd(),
    ...[...wrong, ...notes].map((line) => `       ${line}`),
  ]
}

function cell(text: string): string {
  return text.padEnd(ASPECT_WIDTH)
}
