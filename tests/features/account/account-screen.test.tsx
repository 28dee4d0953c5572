import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { POLICY_DATE } from '#src/domain/policy.ts'
import { AccountScreen } from '#src/features/account/account-screen.tsx'
import { findDeviceToken } from '#src/session/device-token-store.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'
import {
  answer,
  MEERA,
  operatorAs,
  type Responses,
  renderWithSync,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'
import { noAnswer, ok, recorded, refusal } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

setupAnswers()

const HERE = {
  _id: 'a1',
  device: 'Chrome on Android',
  network: '203.0.113.0/24',
  signedInAt: '2025-09-05T08:35:00.000Z',
  lastSeenAt: '2025-09-05T08:35:00.000Z',
  isCurrent: true,
}
const THERE = { ...HERE, _id: 'b2', device: 'Firefox on Linux', network: null, isCurrent: false }
const PROFILE = {
  fullName: 'Meera Iyer',
  email: 'meera@example.in',
  phoneNumber: '+91 98765 43210',
  createdAt: '2025-06-17T06:00:00.000Z',
  consentAt: '2025-06-17T06:00:00.000Z',
  consentPolicy: '17-06-2025',
}
const UNREACHABLE = 'The server cannot be reached. This works only online.'

function renderAccount(responses: Responses = {}) {
  renderWithSync(<AccountScreen />, {
    session: MEERA,
    responses: {
      'GET /auth/sessions': ok([HERE, THERE]),
      'GET /auth/passkeys': ok({ origin: null, passkeys: [] }),
      'GET /auth/account': ok(PROFILE),
      'GET /auth/deletion': ok(null),
      'GET /auth/second-factor': ok({ isOn: false, recoveryCodesLeft: 0 }),
      ...responses,
    },
  })
}

/** Refuses the value of one field, with this error message. */
const refuseField = (field: string, error: string) =>
  refusal(400, { code: 'invalid-input', error, fields: { [field]: error } })

describe('the devices', () => {
  it('are listed with network and time, and this device is marked', async () => {
    renderAccount()
    const devices = within(await screen.findByRole('region', { name: 'Devices' }))
    const [here, there] = await devices.findAllByRole('listitem')
    expect(here).toHaveTextContent(
      'Chrome on AndroidThis deviceActive now · Network 203.0.113.0/24',
    )
    expect(there).toHaveTextContent('Firefox on LinuxLast seen 05 Sep 25, 14:05')
    expect(screen.getAllByRole('button', { name: /^Sign out (?!all)/ })).toHaveLength(1)
  })

  it.each([
    [/^Sign out Firefox/, 'Sign out Firefox on Linux?', 'DELETE /auth/sessions/b2'],
    ['Sign out all others', 'Sign out all other devices?', 'DELETE /auth/sessions'],
  ])(
    'the button %s asks for confirmation, and then reloads the list',
    async (button, question, route) => {
      const call = recorded()
      renderAccount({ [route]: call.respond })
      await user.press(button)
      await user.confirm('Cancel', question)
      expect(call.bodies).toEqual([])
      await user.press(button)
      answer({ 'GET /auth/sessions': ok([HERE]) })
      await user.confirm('Sign out', question)
      await user.seesNo('Firefox on Linux')
      expect(call.bodies).toEqual([null])
    },
  )

  it('are replaced by an error without a network, and load after "Try again" is pressed', async () => {
    expectConsole('error', /Could not load devices/)
    renderAccount({ 'GET /auth/sessions': noAnswer })
    await user.sees(UNREACHABLE)
    answer({ 'GET /auth/sessions': ok([HERE]) })
    await user.press('Try again')
    await user.sees('Chrome on Android')
  })
})

describe('the profile', () => {
  it('shows the name, contact details, start date, and the consent with its policy', async () => {
    renderAccount()
    const rows = within((await screen.findByText('Mobile number')).closest('ul') ?? document.body)
    expect(rows.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'NameMeera IyerChange',
      'E-mail addressmeera@example.inChange',
      'Mobile number+91 98765 43210Change',
      'PasswordA new one signs out all your other devices.Change',
      'Account since17 Jun 25',
      'ConsentGiven on 17 Jun 25, to the privacy policy of 17-06-2025',
    ])
  })

  it('shows a name that was changed on another device, and stores it in the session', async () => {
    renderAccount({ 'GET /auth/account': ok({ ...PROFILE, fullName: 'Meera Nair' }) })
    await user.sees('Meera Nair')
    expect(localStorage.getItem('session')).toContain('Meera Nair')
  })

  it.each([
    ['Change name', 'Name', 'fullName', 'Meera Nair'],
    ['Change mobile number', 'Mobile number', 'phoneNumber', '12345'],
  ])(
    'the form of "%s" keeps the typed text after a refusal, and a second try saves it',
    async (button, label, field, typed) => {
      renderAccount({ 'PATCH /auth/account': refuseField(field, 'Enter it again.') })
      await screen.findByText('Mobile number')
      await user.press(button)
      const input = screen.getByRole('textbox', { name: label })
      expect(input).toHaveFocus()
      await user.fill({ [label]: typed })
      await user.press('Save')
      await waitFor(() => expect(input).toHaveAccessibleDescription('Enter it again.'))
      expect(input).toHaveValue(typed)
      const call = recorded(ok({ ...PROFILE, [field]: 'saved value' }))
      answer({ 'PATCH /auth/account': call.respond })
      await user.press('Save')
      await user.sees('saved value')
      expect(call.bodies).toEqual([{ [field]: typed }])
    },
  )
})

describe('the download of personal data', () => {
  const EXPORT = 'POST /auth/export'
  const ZIP = { headers: { 'Content-Type': 'application/zip' } }

  it("saves the server's archive as a file with the date in its name", async () => {
    const saved: { name: string; bytes: number }[] = []
    let bytes = 0
    vi.spyOn(URL, 'createObjectURL').mockImplementation((archive) => {
      bytes = (archive as Blob).size // the app passes a Blob
      return 'blob:archive'
    })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push({ name: this.download, bytes })
    })
    renderAccount({ [EXPORT]: () => new HttpResponse('PK archive', ZIP) })
    await user.press('Download my data')
    const name = expect.stringMatching(/^property-marketplace-data-\d{4}-\d\d-\d\d\.zip$/)
    await waitFor(() => expect(saved).toEqual([{ name, bytes: 'PK archive'.length }]))
  })

  const cutOff = () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('PK'))
        controller.error(new Error('cut off'))
      },
    })
    return new HttpResponse(body, ZIP)
  }
  const tooMany = refusal(429, { code: 'too-many', error: 'Try again in an hour.' })

  it.each([
    ['no network', noAnswer, UNREACHABLE],
    ["a captive portal's page", () => HttpResponse.html('<p>Sign in</p>'), UNREACHABLE],
    ['an answer that is cut off', cutOff, UNREACHABLE],
    ['too many downloads', tooMany, 'Try again in an hour.'],
  ])('reports %s, and saves no file', async (_, response, sentence) => {
    const create = vi.spyOn(URL, 'createObjectURL')
    renderAccount({ [EXPORT]: response })
    await user.press('Download my data')
    await user.sees(sentence)
    expect(create).not.toHaveBeenCalled()
    expect(screen.getByRole('button', { name: 'Download my data' })).toBeEnabled()
  })
})

it('the form to change the password shows a refusal at its field and keeps the typed text; the second try succeeds', async () => {
  const call = recorded({ success: true, deviceToken: 'fresh' })
  const texts = { 'Current password': 'the old one', 'New password': 'nine purple elephants' }
  renderAccount({ 'POST /auth/password': refuseField('password', 'This is not your password.') })
  await user.press('Change password')
  const dialog = await screen.findByRole('dialog', { name: 'Change password' })
  const current = await screen.findByLabelText('Current password')
  await waitFor(() => expect(current).toHaveFocus())
  await user.fill(texts)
  await user.press('Change password', dialog)
  await waitFor(() => expect(current).toHaveAccessibleDescription('This is not your password.'))
  expect(screen.getByLabelText('New password')).toHaveValue('nine purple elephants')
  answer({ 'POST /auth/password': call.respond })
  await user.press('Change password', dialog)
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  expect(call.bodies).toEqual([
    { password: 'the old one', newPassword: 'nine purple elephants', deviceToken: null },
  ])
  expect(findDeviceToken(localStorage, 'meera@example.in')).toBe('fresh')
})

describe('a new e-mail address', () => {
  async function requestCode() {
    await user.press('Change e-mail address')
    await user.fill({
      'New e-mail address': 'new@example.in',
      'Current password': 'the old one',
    })
    await user.press('Send code')
  }

  it("is shown and stored in this device's session once the right code is entered", async () => {
    const call = recorded({ success: true, codeSent: true, resendAfter: 30 })
    renderAccount({
      'POST /auth/email': call.respond,
      'POST /auth/email/verify': refuseField('otp', 'This code is not right.'),
    })
    await requestCode()
    await user.sees(/A code is on its way to new@example.in/)
    expect(call.bodies).toEqual([
      { email: 'new@example.in', password: 'the old one', deviceToken: null },
    ])
    expect(screen.getByText('meera@example.in')).toBeInTheDocument()
    await user.fill({ Code: '123456' })
    await user.press('Change address')
    await screen.findByText('This code is not right.')
    answer({ 'POST /auth/email/verify': { success: true, email: 'new@example.in' } })
    await user.press('Change address')
    await user.sees('new@example.in')
    expect(localStorage.getItem('session')).toContain('new@example.in')
  })

  it.each([
    ['set-elsewhere', 'The setting ADMIN_EMAIL names this address.', {}],
    ['email-taken', 'It is taken.', { email: 'It is taken.' }],
  ])('that is refused with %s shows the error message once', async (code, error, fields) => {
    renderAccount({ 'POST /auth/email': refusal(409, { code, error, fields }) })
    await requestCode()
    expect(await screen.findAllByText(error)).toHaveLength(1)
    expect(screen.getByLabelText('New e-mail address')).toHaveValue('new@example.in')
  })
})

describe('the deletion of the account', () => {
  const PENDING = {
    requestedAt: '2025-09-05T08:35:00.000Z',
    dueAt: '2025-09-12T08:35:00.000Z',
    isConsentWithdrawn: false,
  }
  const CANCEL = 'POST /auth/deletion/cancellation'
  const readStored = () => JSON.parse(localStorage.getItem('session') ?? '{}').account.deletionDueAt

  it.each([
    ['Delete my account', 'Delete your account?', 'Delete', false],
    ['Withdraw my consent', 'Withdraw your consent?', 'Withdraw', true],
  ])(
    'that "%s" requests needs a confirmation, and then its date is shown',
    async (button, title, confirm, withdraws) => {
      const call = recorded(ok({ ...PENDING, isConsentWithdrawn: withdraws }))
      renderAccount({ 'POST /auth/deletion': call.respond })
      await user.press(button)
      expect(call.bodies).toEqual([])
      await user.confirm(confirm, title)
      await user.sees('Your account will be deleted on 12 Sep 25, 14:05.')
      expect(call.bodies).toEqual([{ withdrawsConsent: withdraws }])
      expect(readStored()).toBe(PENDING.dueAt)
    },
  )

  it('is explained before anything is pressed: what goes, when, what stays, and until when it can be kept', async () => {
    renderAccount()
    const section = await screen.findByRole('region', { name: 'Delete account' })
    await user.sees(/everything that is only yours/, section)
    expect(section).toHaveTextContent(
      'Your name, e-mail address, phone number and everything that is only yours are deleted 7 days after you ask for it. Payments and loan applications stay without your name. Until then you can keep the account.',
    )
  })

  it('is cancelled by "Keep my account", and its date is removed from the stored session', async () => {
    const call = recorded()
    renderAccount({ 'GET /auth/deletion': ok(PENDING), [CANCEL]: call.respond })
    await user.press('Keep my account')
    expect(await screen.findByRole('button', { name: 'Delete my account' })).toBeVisible()
    expect([call.bodies, readStored()]).toEqual([[{}], null])
  })

  it('after a withdrawn consent, can be cancelled only with a new consent', async () => {
    const sentence = 'Agree to the policy again to keep your account.'
    renderAccount({
      'GET /auth/deletion': ok({ ...PENDING, isConsentWithdrawn: true }),
      [CANCEL]: refuseField('isAdult', sentence),
    })
    await user.press('Keep my account')
    const consent = await screen.findByRole('checkbox', { name: /^I am 18 or older/ })
    await waitFor(() => expect(consent).toHaveAccessibleDescription(sentence))
    const call = recorded()
    answer({ [CANCEL]: call.respond })
    consent.click()
    await user.press('Keep my account')
    await waitFor(() => expect(call.bodies).toEqual([{ isAdult: true, agreesTo: POLICY_DATE }]))
  })

  it('of the last owner is refused with an explanation', async () => {
    const error = 'This is the last owner. Make somebody else an owner first.'
    renderAccount({ 'POST /auth/deletion': refusal(409, { code: 'last-owner', error }) })
    await user.press('Delete my account')
    await user.confirm('Delete')
    await user.sees(error, await screen.findByRole('region', { name: 'Delete account' }))
  })
})

describe('mails about mentions', () => {
  const MAIL = 'GET /admin/mentions/mail'
  const label = 'Mail me when somebody mentions me'

  function renderStaff(responses: Responses) {
    renderWithSync(<AccountScreen />, {
      session: operatorAs('reviewer'),
      responses: {
        'GET /auth/sessions': ok([HERE]),
        'GET /auth/passkeys': ok({ origin: null, passkeys: [] }),
        'GET /auth/account': ok(PROFILE),
        'GET /auth/deletion': ok(null),
        'GET /auth/second-factor': ok({ isOn: false, recoveryCodesLeft: 0 }),
        ...responses,
      },
    })
  }

  it('are off at first, and a switch of the own account turns them on', async () => {
    let isOn = false
    const sent = recorded()
    renderStaff({
      [MAIL]: () => HttpResponse.json(ok({ isOn, isAvailable: true })),
      'PUT /admin/mentions/mail': (request) => {
        isOn = true
        return sent.respond(request)
      },
    })
    const mails = await screen.findByRole('switch', { name: label })
    expect(mails).not.toBeChecked()
    mails.click()
    await waitFor(() => expect(mails).toBeChecked())
    expect(sent.bodies).toEqual([{ isOn: true }])
  })

  it('stay off, with the reason, on a server that sends none', async () => {
    const error = 'This server sends no mails.'
    renderStaff({
      [MAIL]: ok({ isOn: false, isAvailable: false }),
      'PUT /admin/mentions/mail': refusal(409, { code: 'no-mail', error }),
    })
    expect(await screen.findByText(`${error} Your mentions are in the inbox.`)).toBeVisible()
    const mails = screen.getByRole('switch', { name: label })
    mails.click()
    expect(await screen.findByText(error)).toBeVisible()
    expect(mails).not.toBeChecked()
  })

  it('are not offered to an end user', async () => {
    renderAccount()
    await screen.findByRole('region', { name: 'Devices' })
    expect(screen.queryByRole('switch', { name: label })).toBeNull()
  })
})
