import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { AccountScreen } from '#src/features/account/account-screen.tsx'
import { findDeviceToken } from '#src/session/device-token-store.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'
import {
  answer,
  MEERA,
  type Responses,
  renderWithSync,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'

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
const YES = { success: true }
const PROFILE = {
  _id: 'm1',
  fullName: 'Meera Iyer',
  email: 'meera@example.in',
  phoneNumber: '+91 98765 43210',
  createdAt: '2025-06-17T06:00:00.000Z',
  consentAt: '2025-06-17T06:00:00.000Z',
  consentPolicy: '17-06-2025',
}
const profile = (change: object = {}) => ({ success: true, data: { ...PROFILE, ...change } })
const devices = (...rows: object[]) => ({ success: true, data: rows })

function renderAccount(responses: Responses = {}) {
  renderWithSync(<AccountScreen />, {
    session: MEERA,
    responses: {
      'GET /auth/sessions': devices(HERE, THERE),
      'GET /auth/passkeys': { success: true, data: { origin: null, passkeys: [] } },
      'GET /auth/account': profile(),
      'GET /auth/deletion': { success: true, data: null },
      'GET /auth/second-factor': { success: true, data: { isOn: false, recoveryCodesLeft: 0 } },
      ...responses,
    },
  })
}

/** A handler that answers with success, and the bodies of the requests that it got. */
function record(answered: object = YES) {
  const bodies: unknown[] = []
  const handler = async (request: Request) => {
    bodies.push(request.body ? await request.json() : null)
    return HttpResponse.json(answered)
  }
  return { bodies, handler }
}

function refuse(status: number, code: string, fields: Record<string, string>) {
  const [error] = Object.values(fields)
  return () => HttpResponse.json({ success: false, error, code, fields }, { status })
}

describe('the devices', () => {
  it('are listed with network and time, and this device is marked', async () => {
    renderAccount()
    const [here, there] = await within(
      await screen.findByRole('region', { name: 'Devices' }),
    ).findAllByRole('listitem')
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
      const { bodies, handler } = record()
      renderAccount({ [route]: handler })
      await userEvent.click(await screen.findByRole('button', { name: button }))
      const cancel = within(screen.getByRole('alertdialog', { name: question }))
      await userEvent.click(cancel.getByRole('button', { name: 'Cancel' }))
      expect(bodies).toEqual([])
      await userEvent.click(screen.getByRole('button', { name: button }))
      answer({ 'GET /auth/sessions': devices(HERE) })
      const dialog = within(screen.getByRole('alertdialog', { name: question }))
      await userEvent.click(dialog.getByRole('button', { name: 'Sign out' }))
      await waitFor(() => expect(screen.queryByText('Firefox on Linux')).toBeNull())
      expect(bodies).toEqual([null])
    },
  )

  it('are replaced by an error without a network, and load after "Try again" is pressed', async () => {
    expectConsole('error', /Could not load devices/)
    renderAccount({ 'GET /auth/sessions': () => HttpResponse.error() })
    await screen.findByText('The server cannot be reached. This works only online.')
    answer({ 'GET /auth/sessions': devices(HERE) })
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('This device')).toBeVisible()
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
    renderAccount({ 'GET /auth/account': profile({ fullName: 'Meera Nair' }) })
    expect(await screen.findByText('Meera Nair')).toBeVisible()
    expect(localStorage.getItem('session')).toContain('Meera Nair')
  })

  it.each([
    ['Change name', 'Name', 'fullName', 'Meera Nair'],
    ['Change mobile number', 'Mobile number', 'phoneNumber', '12345'],
  ])(
    'the form of "%s" keeps the typed text after a refusal, and a second try saves it',
    async (button, label, field, typed) => {
      const said = 'Enter it again.'
      renderAccount({ 'PATCH /auth/account': refuse(400, 'invalid-input', { [field]: said }) })
      await screen.findByText('Mobile number')
      await userEvent.click(screen.getByRole('button', { name: button }))
      const input = screen.getByRole('textbox', { name: label })
      expect(input).toHaveFocus()
      await userEvent.clear(input)
      await userEvent.type(input, typed)
      await userEvent.click(screen.getByRole('button', { name: 'Save' }))
      await waitFor(() => expect(input).toHaveAccessibleDescription(said))
      expect(input).toHaveValue(typed)
      const { bodies, handler } = record(profile({ [field]: 'saved value' }))
      answer({ 'PATCH /auth/account': handler })
      await userEvent.click(screen.getByRole('button', { name: 'Save' }))
      expect(await screen.findByText('saved value')).toBeVisible()
      expect(bodies).toEqual([{ [field]: typed }])
    },
  )
})

describe('the download of personal data', () => {
  const press = async () =>
    userEvent.click(await screen.findByRole('button', { name: 'Download my data' }))

  it("saves the server's archive as a file with the date in its name", async () => {
    const saved: { name: string; blob: Blob }[] = []
    let made = new Blob()
    const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      made = blob as Blob
      return 'blob:archive'
    })
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push({ name: this.download, blob: made })
    })
    const headers = { 'Content-Type': 'application/zip' }
    renderAccount({ 'POST /auth/export': () => new HttpResponse('PK archive', { headers }) })
    await press()
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]?.name).toMatch(/^property-marketplace-data-\d{4}-\d\d-\d\d\.zip$/)
    expect(saved[0]?.blob.size).toBe('PK archive'.length)
    create.mockRestore()
    click.mockRestore()
  })

  const TOO_MANY = { success: false, code: 'too-many', error: 'Try again in an hour.' }
  const unreachable = 'The server cannot be reached. This works only online.'
  it.each([
    ['no network', () => HttpResponse.error(), unreachable],
    ["a captive portal's page", () => HttpResponse.html('<p>Sign in</p>'), unreachable],
    [
      'an answer that is cut off',
      () =>
        new HttpResponse(
          new ReadableStream({
            start(controller) {
              controller.enqueue(new TextEncoder().encode('PK'))
              controller.error(new Error('cut off'))
            },
          }),
          { headers: { 'Content-Type': 'application/zip' } },
        ),
      unreachable,
    ],
    ['too many downloads', () => HttpResponse.json(TOO_MANY, { status: 429 }), TOO_MANY.error],
  ])('reports %s, and saves no file', async (_, response, sentence) => {
    const create = vi.spyOn(URL, 'createObjectURL')
    renderAccount({ 'POST /auth/export': response })
    await press()
    expect(await screen.findByText(sentence)).toBeVisible()
    expect(create).not.toHaveBeenCalled()
    expect(screen.getByRole('button', { name: 'Download my data' })).toBeEnabled()
    create.mockRestore()
  })
})

describe('the change of a password', () => {
  const typePassword = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Change password' }))
    await waitFor(() => expect(screen.getByLabelText('Current password')).toHaveFocus())
    await userEvent.type(screen.getByLabelText('Current password'), 'the old one')
    await userEvent.type(screen.getByLabelText('New password'), 'nine purple elephants')
  }
  const submit = async () => {
    const dialog = within(screen.getByRole('dialog', { name: 'Change password' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Change password' }))
  }

  it('shows a refusal at its field and keeps the typed text; the second try succeeds', async () => {
    const sentence = 'This is not your password.'
    renderAccount({
      'POST /auth/password': refuse(400, 'wrong-password', { password: sentence }),
    })
    await typePassword()
    await submit()
    await waitFor(() =>
      expect(screen.getByLabelText('Current password')).toHaveAccessibleDescription(sentence),
    )
    expect(screen.getByLabelText('New password')).toHaveValue('nine purple elephants')
    const { bodies, handler } = record({ ...YES, deviceToken: 'fresh' })
    answer({ 'POST /auth/password': handler })
    await submit()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bodies).toEqual([
      { password: 'the old one', newPassword: 'nine purple elephants', deviceToken: null },
    ])
    expect(findDeviceToken(localStorage, 'meera@example.in')).toBe('fresh')
  })
})

describe('a new e-mail address', () => {
  it("is shown and stored in this device's session once the right code is entered", async () => {
    const { bodies, handler } = record({ ...YES, codeSent: true, resendAfter: 30 })
    renderAccount({
      'POST /auth/email': handler,
      'POST /auth/email/verify': refuse(400, 'wrong-code', { otp: 'This code is not right.' }),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Change e-mail address' }))
    await userEvent.type(screen.getByLabelText('New e-mail address'), 'new@example.in')
    await userEvent.type(screen.getByLabelText('Current password'), 'the old one')
    await userEvent.click(screen.getByRole('button', { name: 'Send code' }))
    expect(await screen.findByText(/A code is on its way to new@example.in/)).toBeVisible()
    expect(bodies).toEqual([
      { email: 'new@example.in', password: 'the old one', deviceToken: null },
    ])
    expect(screen.getByText('meera@example.in')).toBeInTheDocument()
    await userEvent.type(screen.getByLabelText('Code'), '123456')
    await userEvent.click(screen.getByRole('button', { name: 'Change address' }))
    await screen.findByText('This code is not right.')
    answer({ 'POST /auth/email/verify': { ...YES, email: 'new@example.in' } })
    await userEvent.click(screen.getByRole('button', { name: 'Change address' }))
    expect(await screen.findByText('new@example.in')).toBeVisible()
    expect(localStorage.getItem('session')).toContain('new@example.in')
  })

  it.each([
    [409, 'set-elsewhere', {}, 'The setting ADMIN_EMAIL names this address.'],
    [409, 'email-taken', { email: 'Another account has this e-mail address.' }, ''],
  ])(
    'that is refused with %i %s shows the error message once',
    async (status, code, fields, above) => {
      const error = above || Object.values(fields)[0]
      renderAccount({
        'POST /auth/email': () =>
          HttpResponse.json({ success: false, error, code, fields }, { status }),
      })
      await userEvent.click(await screen.findByRole('button', { name: 'Change e-mail address' }))
      await userEvent.type(screen.getByLabelText('New e-mail address'), 'new@example.in')
      await userEvent.click(screen.getByRole('button', { name: 'Send code' }))
      expect(await screen.findAllByText(String(error))).toHaveLength(1)
      expect(screen.getByLabelText('New e-mail address')).toHaveValue('new@example.in')
    },
  )
})

describe('the deletion of the account', () => {
  const PENDING = {
    requestedAt: '2025-09-05T08:35:00.000Z',
    dueAt: '2025-09-12T08:35:00.000Z',
    isConsentWithdrawn: false,
  }
  const SAYS = 'Your account will be deleted on 12 Sep 25, 14:05.'
  const CANCEL = 'POST /auth/deletion/cancellation'
  const part = async () => within(await screen.findByRole('region', { name: 'Delete account' }))
  const readStored = () => JSON.parse(localStorage.getItem('session') ?? '{}').account.deletionDueAt

  it.each([
    ['Delete my account', 'Delete your account?', 'Delete', false],
    ['Withdraw my consent', 'Withdraw your consent?', 'Withdraw', true],
  ])(
    'that "%s" requests needs a confirmation, and then its date is shown',
    async (button, title, confirm, withdraws) => {
      const asked = record({ success: true, data: { ...PENDING, isConsentWithdrawn: withdraws } })
      renderAccount({ 'POST /auth/deletion': asked.handler })
      await userEvent.click(await (await part()).findByRole('button', { name: button }))
      expect(asked.bodies).toEqual([])
      const question = within(screen.getByRole('alertdialog', { name: title }))
      await userEvent.click(question.getByRole('button', { name: confirm }))
      expect(await screen.findByText(SAYS)).toBeVisible()
      expect(asked.bodies).toEqual([{ withdrawsConsent: withdraws }])
      expect(readStored()).toBe(PENDING.dueAt)
    },
  )

  it('is cancelled by "Keep my account", and its date is removed from the stored session', async () => {
    const kept = record()
    renderAccount({
      'GET /auth/deletion': { success: true, data: PENDING },
      [CANCEL]: kept.handler,
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Keep my account' }))
    expect(await screen.findByRole('button', { name: 'Delete my account' })).toBeVisible()
    expect([kept.bodies, readStored()]).toEqual([[{}], null])
  })

  it('after a withdrawn consent, can be cancelled only with a new consent', async () => {
    const sentence = 'Agree to the policy again to keep your account.'
    renderAccount({
      'GET /auth/deletion': { success: true, data: { ...PENDING, isConsentWithdrawn: true } },
      [CANCEL]: refuse(400, 'invalid-input', { isAdult: sentence }),
    })
    const keep = await screen.findByRole('button', { name: 'Keep my account' })
    await userEvent.click(keep)
    expect(await screen.findByRole('checkbox')).toHaveAccessibleDescription(sentence)
    const kept = record()
    answer({ [CANCEL]: kept.handler })
    await userEvent.click(screen.getByRole('checkbox', { name: /^I am 18 or older/ }))
    await userEvent.click(keep)
    await waitFor(() => expect(kept.bodies).toEqual([{ isAdult: true }]))
  })

  it('of the last owner is refused with an explanation', async () => {
    const error = 'This is the last owner. Make somebody else an owner first.'
    const refused = { success: false, code: 'last-owner', error }
    renderAccount({ 'POST /auth/deletion': () => HttpResponse.json(refused, { status: 409 }) })
    await userEvent.click(await screen.findByRole('button', { name: 'Delete my account' }))
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
    expect(await (await part()).findByText(error)).toBeVisible()
  })
})
