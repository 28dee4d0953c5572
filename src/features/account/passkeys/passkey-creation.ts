import { addPasskey, makeAddOptions } from '#src/api/passkey-api.ts'
import { createPasskey as createByBrowser } from '#src/api/passkey-ceremony.ts'

/** Makes a passkey on this device and adds it to the account. @throws ApiError */
export async function createPasskey(): Promise<void> {
  await addPasskey(await createByBrowser(await makeAddOptions()))
}
