import { screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { setupAnswers } from '#tests/support/render-with-sync.tsx'
import { noAnswer, ok, refusal } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'
import { openAt } from './end-user.ts'

setupAnswers()
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'credentials')
})

const OPTIONS = 'POST /auth/passkey/options'
const BUTTON = 'Sign in with a passkey'

/** Stubs a browser that supports passkeys, but whose passkey dialog fails with this error. */
function stubBrowser(errorName: string) {
  vi.stubGlobal('PublicKeyCredential', class {})
  const get = () => Promise.reject(new DOMException('as the browser says it', errorName))
  Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true })
}

const NO_DOMAIN = 'Passkeys need a domain name: this server is opened by its IP address.'

describe.each(['/login', '/account/sign-in'])('at %s', (address) => {
  test('the page reports a browser without passkeys when the user chooses a passkey', async () => {
    openAt(address, { [OPTIONS]: ok({ challenge: 'AQID' }) })
    await user.press(BUTTON)
    const sentence = 'This browser has no passkeys. Use your password instead.'
    await user.sees(sentence)
  })

  test.each([
    ['NotAllowedError', /^No passkey was used\. Use your password instead\.$/],
    ['SecurityError', /^Passkeys do not work at this address of the server\.$/],
  ])(
    'the page explains why the passkey dialog of the browser failed with %s',
    async (name, sentence) => {
      stubBrowser(name)
      openAt(address, {
        [OPTIONS]: ok({ challenge: 'AQID', rpId: 'localhost' }),
      })
      await user.press(BUTTON)
      await user.sees(sentence)
    },
  )

  test.each([
    [NO_DOMAIN, refusal(409, { code: 'no-domain', error: NO_DOMAIN })],
    ['The server cannot be reached', noAnswer],
  ])(
    'the page explains a refusal or a missing answer of the server: %s',
    async (sentence, answer) => {
      stubBrowser('NotAllowedError')
      openAt(address, { [OPTIONS]: answer })
      await user.press(BUTTON)
      expect(await screen.findByText(sentence, { exact: false })).toBeVisible()
    },
  )
})
