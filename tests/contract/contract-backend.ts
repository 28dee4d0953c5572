import * as v from 'valibot'
import { expect } from 'vitest'
import { readJson } from './answer-check.ts'

/** One backend that keeps the contract, fresh for each test. */
export interface ContractBackend {
  operator: { email: string; password: string }
  /** Sends a request as an app would; the path is without /api. */
  request(
    method: string,
    path: string,
    options?: { token?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<Response>
  /** The newest one-time code of an address, as its owner would read it. */
  findCode(email: string): Promise<string>
  close(): Promise<void>
}

/** Reads an answer strictly: what does not fit the schema fails the test with the place where it does not. */
export async function readAs<Schema extends v.GenericSchema>(
  schema: Schema,
  answer: Response,
): Promise<v.InferOutput<Schema>> {
  const { body, flaw } = await readJson(answer)
  expect(flaw).toBeNull()
  return v.parse(schema, body)
}
