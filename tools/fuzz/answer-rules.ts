import { MARKS } from './fuzz-market.ts'
import type { RawAnswer } from './raw-request.ts'
import type { FuzzRequest } from './request-generator.ts'

const INSIDE =
  /\bat \S+ \(|node_modules|\.[cm]?[jt]s\b|\/(work|home|root|tmp|usr)\/|sqlite|postgres|constraint|\bsyntax error\b|\bcolumn\b|TypeError|RangeError|undefined|\[object /i
const NOTHING_HERE = 'There is nothing at this address.'
/** Error messages that the specification prescribes without a full stop. All others must end with one. */
const LITERAL_REFUSALS: readonly unknown[] = [
  'Invalid credentials',
  'Sign in on this device first, then enter the code',
]
/** Statuses that Node's HTTP parser answers itself, without our headers, if it cannot parse a request. */
const OF_PARSER = new Set([400, 408, 431])
const UNSATISFIABLE_RANGE = 416

/** Returns what the contract does not allow in an answer, as texts. */
export function findFlaws(request: FuzzRequest, answer: RawAnswer | null): string[] {
  if (!answer) return ['no answer came']
  return [
    ...(answer.status >= 500 ? [`status ${answer.status}`] : []),
    ...(answer.status >= 400 ? findRefusalFlaws(request, answer) : []),
    ...findLeaks(request, answer),
  ]
}

function findRefusalFlaws({ method }: FuzzRequest, { status, headers, text }: RawAnswer): string[] {
  const isOurs = headers['x-content-type-options'] === 'nosniff'
  if (text === '') {
    const mayBeEmpty = isOurs ? status === UNSATISFIABLE_RANGE : OF_PARSER.has(status)
    return method === 'HEAD' || mayBeEmpty ? [] : ['a refusal without a word']
  }
  if (!isOurs) return ['no security headers']
  if (text === NOTHING_HERE && status === 404) return []
  const body = readObject(text)
  if (!body) return ['a refusal that is not JSON']
  const { success, error, code, fields = {} } = body
  const sentences = [error, ...Object.values(readObject(JSON.stringify(fields)) ?? {})]
  return [
    ...(success === false ? [] : ['success is not false']),
    ...(typeof code === 'string' && /^[a-z-]+$/.test(code) ? [] : [`no code: ${String(code)}`]),
    ...sentences.filter((said) => !isSentence(said)).map((said) => `no sentence: ${String(said)}`),
    ...(status === 429 && !/^\d+$/.test(String(headers['retry-after'])) ? ['no Retry-After'] : []),
  ]
}

function findLeaks({ who, body, path }: FuzzRequest, { text }: RawAnswer): string[] {
  const own = `${path} ${String(body)}`
  return MARKS.filter(
    ({ mark, readers }) => text.includes(mark) && !readers.includes(who) && !own.includes(mark),
  ).map(({ mark }) => `shown to ${who}: ${mark}`)
}

function isSentence(said: unknown): boolean {
  if (LITERAL_REFUSALS.includes(said)) return true
  return typeof said === 'string' && /^[A-Z].*\.$/s.test(said) && !INSIDE.test(said)
}

function readObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
