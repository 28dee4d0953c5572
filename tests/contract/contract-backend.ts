import * as v from 'valibot'
import { expect } from 'vitest'

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

/** The operator's calls, each with a record that is not there where it wants one. */
export const ADMIN_CALLS = [
  ['GET', '/admin/dashboard-stats'],
  ['GET', '/admin/properties'],
  ['PATCH', '/admin/properties/none/status'],
  ['DELETE', '/admin/property/none'],
  ['GET', '/admin/loan'],
  ['GET', '/admin/users'],
] as const

/** Reads an answer strictly: what does not fit the schema fails the test with the place where it does not. */
export async function readAs<Schema extends v.GenericSchema>(
  schema: Schema,
  answer: Response,
): Promise<v.InferOutput<Schema>> {
  expect(answer.headers.get('content-type')).toContain('application/json')
  return v.parse(schema, await answer.json())
}
