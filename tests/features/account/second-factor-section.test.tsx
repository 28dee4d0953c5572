import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { SecondFactorSection } from '#src/features/account/second-factor/second-factor-section.tsx'
import { renderWithSync, setupAnswers } from '#tests/support/render-with-sync.tsx'
import { ok, refusal } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

setupAnswers()

const PATH = '/auth/second-factor'
const CODES = Array.from({ length: 10 }, (_, index) => `abcd${index}-fghjk`)
const SETUP = {
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  address: 'otpauth://totp/Property%20Marketplace:asha?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
}

/** Renders the section against a server that accepts the password 'right' and the code '123456'. */
function renderSection(isOn: boolean) {
  let account = { isOn, recoveryCodesLeft: isOn ? 3 : 0 }
  /** Answers only if the field has its right value; otherwise the error is next to the field. */
  const only =
    (field: string, right: string, error: string, then: () => object) =>
    async (request: Request) => {
      const isRight = (await request.text()) === JSON.stringify({ [field]: right })
      if (isRight) return HttpResponse.json(then())
      return refusal(400, { code: `wrong-${field}`, error, fields: { [field]: error } })()
    }
  const withPassword = (then: () => object) =>
    only('password', 'right', 'This is not your password.', then)
  const turnOn = () => {
    account = { isOn: true, recoveryCodesLeft: 10 }
    return ok({ recoveryCodes: CODES })
  }
  const turnOff = () => {
    account = { isOn: false, recoveryCodesLeft: 0 }
    return ok()
  }
  renderWithSync(<SecondFactorSection />, {
    responses: {
      [`GET ${PATH}`]: () => HttpResponse.json(ok(account)),
      [`POST ${PATH}/setup`]: withPassword(() => ok(SETUP)),
      [`POST ${PATH}/recovery-codes`]: withPassword(turnOn),
      [`POST ${PATH}/removal`]: withPassword(turnOff),
      [`POST ${PATH}/confirm`]: only('code', '123456', 'This code is not right.', turnOn),
    },
  })
}

async function makeNewCodes() {
  await user.press('Make new recovery codes')
  await user.fill({ 'Current password': 'right' })
  await user.press('Make new codes')
}

test('the set-up of an authenticator app keeps the typed text after a mistake and shows the recovery codes once', async () => {
  renderSection(false)
  await user.press('Set up two-step sign-in')
  await user.fill({ 'Current password': 'wrong' })
  await user.press('Continue')
  await user.sees('This is not your password.')
  expect(screen.getByLabelText('Current password')).toHaveValue('wrong')
  await user.fill({ 'Current password': 'right' })
  await user.press('Continue')
  const picture = await screen.findByRole('img', { name: 'QR code for the authenticator app' })
  expect(picture).toBeInTheDocument()
  await user.sees('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')
  await user.fill({ Code: '000000' })
  await user.press('Turn on')
  await user.sees('This code is not right.')
  expect(screen.getByLabelText('Code')).toHaveValue('000000')
  await user.fill({ Code: '123456' })
  await user.press('Turn on')
  await waitFor(async () =>
    expect(await screen.findByRole('heading', { name: 'Save your recovery codes' })).toHaveFocus(),
  )
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(CODES)
  await user.press('I saved the codes')
  await user.sees(/10 of 10 recovery codes left/)
  expect(screen.queryByText(CODES[0] ?? '')).toBeNull()
})

test('the section creates new recovery codes, and turns two-step sign-in off', async () => {
  renderSection(true)
  await user.sees(/3 of 10 recovery codes left/)
  await makeNewCodes()
  await user.sees(CODES[0] ?? '')
  await user.press('I saved the codes')
  await user.press('Turn off')
  await user.fill({ 'Current password': 'right' })
  await user.press('Turn off')
  expect(await screen.findByRole('button', { name: 'Set up two-step sign-in' })).toBeVisible()
})

test('"Copy codes" copies all recovery codes, one per line', async () => {
  userEvent.setup() // stubs the clipboard
  renderSection(true)
  await makeNewCodes()
  await user.press('Copy codes')
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(CODES.join('\n')))
  await user.sees('Copied')
})
