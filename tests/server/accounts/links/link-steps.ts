import type { StaffRole } from '#src/domain/team/permission.ts'
import { call } from '#tests/server/api-call.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'

export const RAVI = 'ravi@team.example'
export const PASSWORD = 'seven green parrots'
export const HOUR_MS = 3_600_000

export const post = (server: TestServer, path: string, body: object, from?: string) =>
  call(server, 'POST', `/api/auth/${path}`, { body, ...(from && { from }) })

export const join = (server: TestServer, link: string, change: object = {}) => {
  const form = { token: tokenOf(link), fullName: 'Ravi Shah', password: PASSWORD }
  return post(server, 'join', { ...form, ...change })
}

export const reset = (server: TestServer, link: string, password = PASSWORD) =>
  post(server, 'reset-password', { token: tokenOf(link), password })

export const forgot = (server: TestServer, email: string, from?: string) =>
  post(server, 'forgot-password', { email }, from)

export const login = (server: TestServer, email: string, password = PASSWORD) =>
  post(server, 'login', { email, password })

/** The calls of an owner about invitations. */
export function inviting(server: TestServer, token: string) {
  const ask = (method: string, path: string, body?: object) =>
    call(server, method, `/api/admin/staff/invitations${path}`, { token, ...(body && { body }) })
  return {
    list: async () => (await ask('GET', '')).json['data'] as unknown as InvitationRow[],
    invite: (email = RAVI, role: StaffRole = 'reviewer') => ask('POST', '', { email, role }),
    resend: (id: string) => ask('POST', `/${id}/resend`),
    revoke: (id: string) => ask('DELETE', `/${id}`),
  }
}

interface InvitationRow {
  _id: string
  email: string
  role: string
  invitedBy: string | null
  expiresAt: string
}

/** The link in the newest mail, or '' if that mail has none. */
export async function findMailedLink(server: TestServer): Promise<string> {
  return (await server.listMails()).at(-1)?.link ?? ''
}

/** Returns the link's token: its URL fragment, which browsers do not send to servers. */
export function tokenOf(link: string): string {
  return new URL(link).hash.slice(1)
}
