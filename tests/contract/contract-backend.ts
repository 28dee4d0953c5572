import * as v from 'valibot'
import { expect } from 'vitest'
import { readJson } from './answer-check.ts'

/** A backend that implements the contract, new for each test. */
export interface ContractBackend {
  operator: { email: string; password: string }
  /** Sends a request as an app would; the path is without /api. */
  request(
    method: string,
    path: string,
    options?: { token?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<Response>
  /** The newest one-time code sent to an e-mail address. */
  findCode(email: string): Promise<string>
  close(): Promise<void>
}

/** Parses an answer strictly. A mismatch fails the test and names the field. */
export async function readAs<Schema extends v.GenericSchema>(
  schema: Schema,
  answer: Response,
): Promise<v.InferOutput<Schema>> {
  const { body, flaw } = await readJson(answer)
  expect(flaw).toBeNull()
  return v.parse(schema, body)
}
