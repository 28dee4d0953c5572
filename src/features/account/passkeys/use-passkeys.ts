import { useQuery, useQueryClient } from '@tanstack/react-query'
import { listPasskeys, removePasskey, renamePasskey } from '#src/api/account/own-passkey-api.ts'
import { loadCode } from '#src/api/api-error.ts'
import { describeOnlineFailure } from '#src/api/online-failure.ts'
import { useAccountRequest } from '#src/features/account/use-account-request.ts'
import { useSessionStore, useUserId } from '#src/session/use-session.ts'

/** The person's passkeys on the server, and the functions that change them. `email` is the account's e-mail address. */
export function usePasskeys(email: string) {
  const client = useQueryClient()
  const userId = useUserId()
  const { findDeviceToken, keepDeviceToken } = useSessionStore()
  const queryKey = ['found', userId, 'passkeys']
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => listPasskeys(signal),
    staleTime: 0,
    gcTime: 0,
  })
  const { isBusy, fields, problem, send } = useAccountRequest()

  async function change(request: () => Promise<void>): Promise<boolean> {
    const isDone = await send(request)
    // Reload after a refusal too: the list may be out of date.
    await client.invalidateQueries({ queryKey })
    return isDone
  }

  async function create(): Promise<void> {
    const { addNewPasskey } = await loadCode(import('./passkey-creation.ts'))
    await addNewPasskey()
    // A sign-in with the passkey starts without an e-mail address, so the device token is also stored by user id.
    const deviceToken = findDeviceToken(email)
    if (deviceToken) keepDeviceToken(userId, deviceToken)
  }

  return {
    data,
    readFailure: error && describeOnlineFailure(error),
    refetch: () => void refetch(),
    isBusy,
    fields,
    /** The error message of a failed change; null if a field shows it. */
    problem,
    add: () => change(create),
    rename: (id: string, name: string) => change(() => renamePasskey(id, name)),
    remove: (id: string) => change(() => removePasskey(id)),
  }
}
