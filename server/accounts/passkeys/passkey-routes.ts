import { Hono } from 'hono'
import { requireRecentConfirmation, requireSession } from '#server/accounts/guards/auth-guard.ts'
import { forCall } from '#server/accounts/guards/rights-guard.ts'
import { readCaller } from '#server/accounts/people/caller.ts'
import { NO_CODE_DELIVERY } from '#server/accounts/registration/code-service.ts'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import { parseBody, readBody } from '#server/platform/http/calls/request-body.ts'
import {
  NewPasskeySchema,
  PasskeyNameSchema,
  PasskeySignInSchema,
} from '#src/domain/account/passkey-answer.ts'
import { passkeyCalls } from './passkey-calls.ts'
import {
  addPasskey,
  listOwnPasskeys,
  makeAddOptions,
  removePasskey,
  renamePasskey,
} from './passkey-service.ts'
import { makeUseOptions, signInWithPasskey } from './passkey-use-service.ts'
import { toWirePasskey } from './passkey-wire.ts'

const NOT_FROM_BROWSER = "Send the browser's answer."

/** Sign-in with a passkey, and the caller's own passkeys. */
export function passkeyRoutes(deps: RouteDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const signedIn = requireSession(deps)
  const requireConfirmation = requireRecentConfirmation(deps)

  routes.post('/passkey/options', passkeyCalls.makeSignInOptions, async (c) =>
    c.json({ success: true, data: await makeUseOptions(forCall(c, deps), null) }),
  )

  routes.post('/passkey', passkeyCalls.signInWithPasskey, async (c) => {
    const body = parseBody(await readBody(c), PasskeySignInSchema, NOT_FROM_BROWSER)
    const answer = await signInWithPasskey(forCall(c, deps), body, readCaller(c, deps))
    return c.json({ ...answer, ...NO_CODE_DELIVERY })
  })

  routes.post('/confirm/options', passkeyCalls.makeConfirmOptions, signedIn, async (c) =>
    c.json({
      success: true,
      data: await makeUseOptions(forCall(c, deps), c.get('session').userId),
    }),
  )

  routes.get('/passkeys', passkeyCalls.listPasskeys, signedIn, async (c) => {
    const { origin, passkeys } = await listOwnPasskeys(deps, c.get('session').userId)
    return c.json({ success: true, data: { origin, passkeys: passkeys.map(toWirePasskey) } })
  })

  routes.post(
    '/passkeys/options',
    passkeyCalls.makeAddOptions,
    signedIn,
    requireConfirmation,
    async (c) =>
      c.json({
        success: true,
        data: await makeAddOptions(forCall(c, deps), c.get('session').userId),
      }),
  )

  // Without `requireConfirmation`: the challenge comes from /passkeys/options, which requires it.
  routes.post('/passkeys', passkeyCalls.addPasskey, signedIn, async (c) => {
    const body = parseBody(await readBody(c), NewPasskeySchema, NOT_FROM_BROWSER)
    const passkey = await addPasskey(
      forCall(c, deps),
      c.get('session').userId,
      body,
      readCaller(c, deps),
    )
    return c.json({ success: true, data: toWirePasskey(passkey) })
  })

  routes.patch('/passkeys/:id', passkeyCalls.renamePasskey, signedIn, async (c) => {
    const { name } = parseBody(await readBody(c), PasskeyNameSchema, 'Give the passkey a name.')
    await renamePasskey(forCall(c, deps), {
      id: c.req.param('id'),
      user_id: c.get('session').userId,
      name,
    })
    return c.json({ success: true })
  })

  routes.delete(
    '/passkeys/:id',
    passkeyCalls.removePasskey,
    signedIn,
    requireConfirmation,
    async (c) => {
      const passkey = { id: c.req.param('id'), user_id: c.get('session').userId }
      await removePasskey(forCall(c, deps), passkey, readCaller(c, deps))
      return c.json({ success: true })
    },
  )

  return routes
}
