import * as v from 'valibot'
import { test as base, expect } from 'vitest'
import { findRefusalFlaws, readJson } from './answer-check.ts'

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

/** A `test` whose fixture `backend` is started for each test and closed after it. */
export function makeContractTest(start: () => Promise<ContractBackend>) {
  return base
    .extend('start', () => start)
    .extend('backend', async ({ start: startBackend }, { onCleanup }) => {
      const backend = await startBackend()
      onCleanup(() => backend.close())
      return backend
    })
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

/** Expects an answer with this status and an error message. */
export async function expectRefusal(answer: Response, status: number): Promise<void> {
  expect(await findRefusalFlaws(answer, status)).toEqual([])
}
