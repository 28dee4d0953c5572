import { makeSignInOptions, signInWithPasskey } from '#src/api/account/passkey-api.ts'
import { getPasskey } from '#src/api/account/passkey-ceremony.ts'
import type { SignInAnswer } from '#src/domain/account/account.ts'
import type { SessionStore } from '#src/session/session-store.ts'

type DeviceTokens = Pick<SessionStore, 'findDeviceToken' | 'keepDeviceToken'>

/**
 * Signs in with a passkey of this device. The passkey identifies its account by the id and not by the e-mail address,
 * so the token by which the server recognises this device is also stored under the id. @throws ApiError
 */
export async function signInByPasskey(tokens: DeviceTokens): Promise<SignInAnswer> {
  const response = await getPasskey(await makeSignInOptions())
  const { userHandle } = response.response
  const deviceToken = userHandle ? tokens.findDeviceToken(readAccountId(userHandle)) : null
  const answer = await signInWithPasskey(response, deviceToken)
  if (answer.deviceToken) tokens.keepDeviceToken(answer.account.id, answer.deviceToken)
  return answer
}

/** Decodes the account's id from the user handle, which is base64url. */
function readAccountId(userHandle: string): string {
  return atob(userHandle.replace(/-/g, '+').replace(/_/g, '/'))
}
