import { confirmWithPasskey, makeConfirmOptions } from '#src/api/account/passkey-api.ts'
import { getPasskey } from '#src/api/account/passkey-ceremony.ts'

/** Proves with a passkey of this device who is here. @throws ApiError */
export async function confirmByPasskey(): Promise<void> {
  await confirmWithPasskey(await getPasskey(await makeConfirmOptions()))
}
