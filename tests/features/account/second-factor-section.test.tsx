import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { SecondFactorSection } from '#src/features/account/second-factor/second-factor-section.tsx'
import { type Responses, renderWithSync, setupAnswers } from '#tests/support/render-with-sync.tsx'

setupAnswers()

const PATH = '/auth/second-factor'
const CODES = Array.from({ length: 10 }, (_, index) => `abcd${index}-fghjk`)
const SETUP = {
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  address: 'otpauth://totp/Property%20Marketplace:asha?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
}
const ok = (data: object) => HttpResponse.json({ success: true, data })

/** Renders the section against a server that accepts the password 'right' and the code '123456'. */
function renderSection(isOn: boolean) {
  const account = { isOn, recoveryCodesLeft: isOn ? 3 : 0 }
  const wrong = (code: string, field: string, error: string) =>
    HttpResponse.json({ success: false, code, error, fields: { [field]: error } }, { status: 400 })
  const withPassword = (then: () => Response) => async (request: Request) => {
    const body: unknown = await request.json()
    if (JSON.stringify(body) !== '{"password":"right"}')
      return wrong('wrong-password', 'password', 'This is not your password.')
    return then()
  }
  const turnOn = () => {
    Object.assign(account, { isOn: true, recoveryCodesLeft: 10 })
    return ok({ recoveryCodes: CODES })
  }
  const responses: Responses = {
    [`GET ${PATH}`]: () => ok({ ...account }),
    [`POST ${PATH}/setup`]: withPassword(() => ok(SETUP)),
    [`POST ${PATH}/recovery-codes`]: withPassword(turnOn),
    [`POST ${PATH}/removal`]: withPassword(() => {
      Object.assign(account, { isOn: false, recoveryCodesLeft: 0 })
      return HttpResponse.json({ success: true })
    }),
    [`POST ${PATH}/confirm`]: async (request) => {
      const body: unknown = await request.json()
      if (JSON.stringify(body) !== '{"code":"123456"}')
        return wrong('wrong-code', 'code', 'This code is not right.')
      return turnOn()
    },
  }
  renderWithSync(<SecondFactorSection />, { responses })
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const type = async (label: string, text: string) => {
  const field = await screen.findByLabelText(label)
  await userEvent.clear(field)
  await userEvent.type(field, text)
}

test('the set-up of an authenticator app keeps the typed text after a mistake and shows the recovery codes once', async () => {
  renderSection(false)
  await press('Set up two-step sign-in')
  await type('Current password', 'wrong')
  await press('Continue')
  expect(await screen.findByText('This is not your password.')).toBeVisible()
  expect(screen.getByLabelText('Current password')).toHaveValue('wrong')
  await type('Current password', 'right')
  await press('Continue')
  expect(
    await screen.findByRole('img', { name: 'QR code for the authenticator app' }),
  ).toBeInTheDocument()
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible()
  await type('Code', '000000')
  await press('Turn on')
  expect(await screen.findByText('This code is not right.')).toBeVisible()
  expect(screen.getByLabelText('Code')).toHaveValue('000000')
  await type('Code', '123456')
  await press('Turn on')
  await waitFor(async () =>
    expect(await screen.findByRole('heading', { name: 'Save your recovery codes' })).toHaveFocus(),
  )
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(CODES)
  await press('I saved the codes')
  expect(await screen.findByText(/10 of 10 recovery codes left/)).toBeVisible()
  expect(screen.queryByText(CODES[0] ?? '')).toBeNull()
})

test('the section creates new recovery codes, and turns two-step sign-in off', async () => {
  renderSection(true)
  expect(await screen.findByText(/3 of 10 recovery codes left/)).toBeVisible()
  await press('Make new recovery codes')
  await type('Current password', 'right')
  await press('Make new codes')
  expect(await screen.findByText(CODES[0] ?? '')).toBeVisible()
  await press('I saved the codes')
  await press('Turn off')
  await type('Current password', 'right')
  await press('Turn off')
  expect(await screen.findByRole('button', { name: 'Set up two-step sign-in' })).toBeVisible()
})

test('"Copy codes" copies all recovery codes, one per line', async () => {
  const user = userEvent.setup()
  renderSection(true)
  await press('Make new recovery codes')
  await type('Current password', 'right')
  await press('Make new codes')
  await user.click(await screen.findByRole('button', { name: 'Copy codes' }))
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(CODES.join('\n')))
  expect(screen.getByText('Copied')).toBeVisible()
})
