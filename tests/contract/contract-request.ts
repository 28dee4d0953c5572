import type { ContractBackend } from './contract-backend.ts'

/** Builds requests of the contract as the app does, and sends them to a backend. */
export function makeContractRequest(
  send: (request: Request) => Promise<Response>,
  origin = 'http://panel.test',
): ContractBackend['request'] {
  return (method, path, { token, body, headers } = {}) =>
    send(
      new Request(`${origin}/api${path}`, {
        method,
        headers: {
          'Content-Type': 'application/json',
          ...(token !== undefined && { Authorization: `Bearer ${token}` }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    )
}
