import { confirmWithPasskey, makeConfirmOptions } from '#src/api/account/passkey-api.ts'
import { getPasskey } from '#src/api/account/passkey-ceremony.ts'

/** Proves the signed-in person's identity with a passkey of this device. @throws ApiError */
export async function confirmByPasskey(): Promise<void> {
  await confirmWithPasskey(await getPasskey(await makeConfirmOptions()))
}
