import { call } from '#tests/server/api-call.ts'
import { PUBLIC_URL, type TestServer } from '#tests/support/server/server-fixture.ts'
import type { CeremonyOptions, SoftwareAuthenticator } from './software-authenticator.ts'

/** The origin and the RP ID for passkeys of a test server. */
export const HERE = { origin: PUBLIC_URL, rpId: new URL(PUBLIC_URL).hostname }

type Changed = Partial<CeremonyOptions>

/** Requests the options of a ceremony. Returns their challenge. */
export async function beginCeremony(
  server: TestServer,
  path: '/passkey' | '/passkeys' | '/confirm',
  token?: string,
): Promise<string> {
  const { json } = await call(server, 'POST', `/api/auth${path}/options`, { token })
  return String(json['data']?.['challenge'])
}

/** Adds a passkey to the account of the session. */
export async function addPasskey(
  server: TestServer,
  token: string,
  device: SoftwareAuthenticator,
  changed: Changed = {},
) {
  const { json } = await call(server, 'POST', '/api/auth/passkeys/options', { token })
  const challenge = String(json['data']?.['challenge'])
  const userHandle = String(json['data']?.['user']?.['id'])
  const response = device.create({ ...HERE, challenge, userHandle, ...changed })
  const body = { name: 'Phone', response }
  return call(server, 'POST', '/api/auth/passkeys', { token, body })
}

/** Signs in with a passkey. */
export async function enterWith(
  server: TestServer,
  device: SoftwareAuthenticator,
  changed: Changed = {},
) {
  const challenge = await beginCeremony(server, '/passkey')
  const response = device.get({ ...HERE, challenge, ...changed })
  return call(server, 'POST', '/api/auth/passkey', { body: { response } })
}
