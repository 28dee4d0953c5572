import { type ApiConnection, connectApi } from '#src/api/http-client.ts'
import { currentContext } from './sim-globals.ts'
import type { SimContext } from './sim-world.ts'

// The product has one API client per page. Here all tabs share the module, so each call looks up the connection of its tab.

const connections = new WeakMap<SimContext, ApiConnection>()
const NOBODY: ApiConnection = {
  findToken: () => null,
  takesKeys: () => false,
  onRoleVersion: () => undefined,
  confirmIdentity: async () => false,
  onSignedOut: () => undefined,
  onOutcome: () => undefined,
}
const NO_CONTEXT: SimContext = { name: 'none', isFrozen: false, isDead: true }

connectApi({
  findToken: () => ownConnection().findToken(),
  takesKeys: () => ownConnection().takesKeys(),
  onRoleVersion: (token, version) => ownConnection().onRoleVersion(token, version),
  confirmIdentity: (code, isRead) => ownConnection().confirmIdentity(code, isRead),
  onSignedOut: (token, path) => ownConnection().onSignedOut(token, path),
  onOutcome: (isAnswered) => ownConnection().onOutcome(isAnswered),
})

export function connectTab(context: SimContext, connection: ApiConnection): void {
  connections.set(context, connection)
}

function ownConnection(): ApiConnection {
  return connections.get(currentContext() ?? NO_CONTEXT) ?? NOBODY
}
