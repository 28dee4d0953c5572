import * as v from 'valibot'
import { ErrorAnswerSchema } from '#src/domain/wire.ts'
import type { ContractBackend } from './contract-backend.ts'

// Contract checks of single answers. They need no test runner, because `npm run contract` uses them
// on real backends.

/** The JSON body of an answer, or why it cannot be parsed. */
export async function readJson(answer: Response): Promise<{ body: unknown; flaw: string | null }> {
  const type = answer.headers.get('content-type') ?? 'without a content type'
  const text = await answer.text()
  if (!type.includes('application/json')) {
    return { body: undefined, flaw: `the body is ${type}, not application/json` }
  }
  try {
    return { body: JSON.parse(text), flaw: null }
  } catch {
    return { body: undefined, flaw: 'the body is no JSON' }
  }
}

/** The flaws of an error answer, which must have this status and an error message. */
export async function findRefusalFlaws(answer: Response, status: number): Promise<string[]> {
  if (answer.status !== status) return [`the status is ${answer.status}, not ${status}`]
  const { body, flaw } = await readJson(answer)
  if (flaw) return [flaw]
  return v.is(ErrorAnswerSchema, body) ? [] : ['the body has no "error" with a sentence']
}

/** The flaws of a call's access check: it must refuse a missing and a forged token. */
export async function findGuardFlaws(
  request: ContractBackend['request'],
  method: string,
  path: string,
  body?: unknown,
): Promise<string[]> {
  const without = await findRefusalFlaws(await request(method, path, { body }), 401)
  const token = 'forged'
  const forged = await findRefusalFlaws(await request(method, path, { body, token }), 401)
  return [
    ...without.map((flaw) => `without a token: ${flaw}`),
    ...forged.map((flaw) => `with a forged token: ${flaw}`),
  ]
}

/** The deviations of a body from its schema, separately for its envelope and for its fields. */
export function findBodyFlaws(
  schema: v.GenericSchema,
  body: unknown,
): { envelope: string[]; fields: string[] } {
  const { issues = [] } = v.safeParse(schema, body)
  return {
    envelope: describeIssues(issues.filter(isOfEnvelope)),
    fields: describeIssues(issues.filter((issue) => !isOfEnvelope(issue))),
  }
}

function isOfEnvelope(issue: v.BaseIssue<unknown>): boolean {
  const [first, second] = issue.path ?? []
  return !first || first.key === 'success' || (first.key === 'data' && !second)
}

/** One line for each kind of flaw, because a flaw of one row is usually in every row. */
function describeIssues(issues: readonly v.BaseIssue<unknown>[]): string[] {
  const counts = new Map<string, number>()
  for (const issue of issues) {
    const place = v.getDotPath(issue)?.replace(/(^|\.)\d+(?=\.|$)/g, '[]') ?? 'the body'
    const line = `${place}: ${issue.message}`
    counts.set(line, (counts.get(line) ?? 0) + 1)
  }
  return [...counts].map(([line, count]) => (count === 1 ? line : `${line} (${count} times)`))
}
