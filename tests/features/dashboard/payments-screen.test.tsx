import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { PaymentSheet } from '#src/features/dashboard/payment-sheet.tsx'
import { PaymentsScreen } from '#src/features/dashboard/payments-screen.tsx'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { NO_NETWORK } from '#tests/support/panel-answers.ts'
import { type Responses, renderWithSync, setupAnswers } from '#tests/support/render-with-sync.tsx'
import { ok } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

setupAnswers()

function payment(number: number, user: { id: string; name: string }, planType: string) {
  return {
    id: `payment-${number}`,
    user,
    planType,
    planCategory: 'Boast',
    amount: 499,
    razorpayPaymentId: `pay_${number}`,
    createdAt: '2025-09-05T08:35:00Z',
  }
}
const ASHA = { id: 'user-1', name: 'Asha Kulkarni' }
const IMRAN = { id: 'user-2', name: 'Imran Khan' }
const PAYMENTS: Responses = {
  'GET /admin/payments': ok([
    payment(3, ASHA, 'PREMIUM'),
    payment(2, IMRAN, 'BASIC'),
    payment(1, ASHA, 'BASIC'),
  ]),
}

function show(address: string, responses = PAYMENTS) {
  const onOpen = vi.fn()
  const { runtime } = renderWithSync(<PaymentsScreen onOpen={onOpen} />, { responses, address })
  return { onOpen, runtime }
}

async function findIds() {
  const table = await screen.findByRole('table', { name: 'Payments' })
  const rows = within(table).getAllByRole('row').slice(1)
  return rows.map((row) => /pay_\d/.exec(row.textContent ?? '')?.[0])
}

test('the screen lists all payments, searches them by several words, and opens one', async () => {
  const { onOpen } = show('/dashboard?section=payments')
  expect(await findIds()).toEqual(['pay_3', 'pay_2', 'pay_1'])
  expect(screen.getByText('3 payments')).toBeVisible()
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'basic kulkarni' } })
  await waitFor(async () => expect(await findIds()).toEqual(['pay_1']))
  await user.press('Asha Kulkarni')
  expect(onOpen).toHaveBeenCalledWith('payment-1')
})

test('the screen shows only the payments of the user in the URL, until "Show all" is pressed', async () => {
  show('/dashboard?section=payments&user=user-1')
  expect(await findIds()).toEqual(['pay_3', 'pay_1'])
  expect(screen.getByText('Payments by Asha Kulkarni')).toBeVisible()
  await user.press('Show all')
  expect(await findIds()).toHaveLength(3)
})

test('a server without a list of payments causes an error on the screen, not an empty list', async () => {
  expectConsole('error', /Could not load payments/)
  show('/dashboard?section=payments', {
    ...NO_NETWORK,
    'GET /admin/payments': () => new HttpResponse(null, { status: 404 }),
  })
  expect(await screen.findByRole('button', { name: /Retry|Try again/ })).toBeVisible()
  expect(screen.queryByText('No payments yet.')).toBeNull()
})

test('a payment links to the user and to all their payments', async () => {
  renderWithSync(<PaymentSheet id="payment-2" onClose={() => undefined} />, {
    responses: PAYMENTS,
  })
  await user.seesLink('Imran Khan', '/dashboard?section=users&open=user-2')
  await user.seesLink('All payments by Imran Khan', '/dashboard?section=payments&user=user-2')
})
