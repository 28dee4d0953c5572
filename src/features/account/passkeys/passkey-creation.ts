import { addPasskey, makeAddOptions } from '#src/api/account/passkey-api.ts'
import { createPasskey } from '#src/api/account/passkey-ceremony.ts'

/** Creates a passkey on this device and adds it to the account. @throws ApiError */
export async function addNewPasskey(): Promise<void> {
  await addPasskey(await createPasskey(await makeAddOptions()))
}
