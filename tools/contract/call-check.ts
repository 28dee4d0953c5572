import * as v from 'valibot'
import { ErrorAnswerSchema } from '#src/domain/wire.ts'
import { findBodyFlaws, findGuardFlaws, readJson } from '#tests/contract/answer-check.ts'
import type { ContractBackend } from '#tests/contract/contract-backend.ts'
import type { ContractCall } from '#tests/contract/contract-calls.ts'
import type { CallReport } from './call-report.ts'

/** 24 digits, the id format of most backends; no record has this id. */
export const NO_ID = '000000000000000000000000'

export interface TriedCall {
  report: CallReport
  /** Parsed JSON; undefined without a JSON body. */
  body: unknown
}

/**
 * Makes a call once and checks its answer. Never throws for an error of the backend or the network.
 */
export async function tryCall(
  call: ContractCall,
  send: () => Promise<Response>,
): Promise<TriedCall> {
  const report: CallReport = { call, flaws: {}, notTried: null, notes: [] }
  let body: unknown
  report.flaws.status = await flawsOf(async () => {
    const answer = await send()
    if (!answer.ok) return [`the status is ${answer.status}, not 2xx${await findSentence(answer)}`]
    if (call.answer === null) return []
    const json = await readJson(answer)
    body = json.body
    const { envelope, fields } = json.flaw
      ? { envelope: [json.flaw], fields: undefined }
      : findBodyFlaws(call.answer, body)
    report.flaws.envelope = envelope
    if (fields && envelope.length === 0) report.flaws.fields = fields
    report.notes = listNotes(call, body, [...envelope, ...(fields ?? [])].length > 0)
    return []
  })
  return { report, body }
}

/** Checks that a call needs a token. The id in its path belongs to no record. */
export function checkGuard(
  request: ContractBackend['request'],
  { method, path }: ContractCall,
  body?: unknown,
): Promise<string[]> {
  return flawsOf(() => findGuardFlaws(request, method, path.replace('{id}', NO_ID), body))
}

/** The flaws that a check finds, or one flaw when there was no answer. */
export async function flawsOf(check: () => Promise<string[]>): Promise<string[]> {
  try {
    return await check()
  } catch (error) {
    const { message, cause } = error as Error // fetch rejects with an Error
    return [`no answer: ${message}${cause instanceof Error ? `, ${cause.message}` : ''}`]
  }
}

/** The data of an envelope; the body itself if it is not an envelope. */
export function dataOf(body: unknown): unknown {
  return isRecord(body) && 'data' in body ? body['data'] : body
}

/** The records of a list, in an envelope or not. Skips entries that are not records. */
export function recordsOf(body: unknown): Record<string, unknown>[] {
  const data = dataOf(body)
  return Array.isArray(data) ? data.filter(isRecord) : []
}

export function idOf(record: Record<string, unknown>): string | null {
  const id = record['_id'] ?? record['id']
  return typeof id === 'string' || typeof id === 'number' ? String(id) : null
}

/** ': ' and the error message of a refusal; '' if the refusal has no message. */
async function findSentence(answer: Response): Promise<string> {
  const said = v.safeParse(ErrorAnswerSchema, (await readJson(answer)).body)
  return said.success ? `: ${said.output.error}` : ''
}

function listNotes({ app, rowFields }: ContractCall, body: unknown, isFlawed: boolean): string[] {
  const data = dataOf(body)
  if (!Array.isArray(data)) {
    if (!app || !isFlawed) return []
    return [v.is(app, data) ? 'the app reads it all the same' : 'the app cannot read it']
  }
  if (data.length === 0) return ['the list is empty: nothing could be said of its rows']
  const lost = app ? data.filter((row) => !v.is(app, row)).length : 0
  const missing = (rowFields ?? []).filter(
    (name) => !/^_?id$/.test(name) && recordsOf(data).every((row) => row[name] === undefined),
  )
  return [
    ...(lost > 0 ? [`the app leaves out ${lost} of ${data.length} rows`] : []),
    ...(isFlawed && lost === 0 ? ['the app reads every row all the same'] : []),
    ...(missing.length > 0 ? [`in no row: ${missing.join(', ')}`] : []),
  ]
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
