import { fireEvent, screen, within } from '@testing-library/react'
import { panelAnswers, wireListing } from '#tests/support/panel-answers.ts'
import { operatorAs, type Responses, renderApp } from '#tests/support/render-with-sync.tsx'
import { ok } from '#tests/support/scripted-answers.ts'

// A listing in the panel of a reviewer, and the sheet with which a visit to it is recorded.

export const ID = '65f1c0ffee1234567890abcd'
export const SHEET = `/dashboard?section=property&open=${ID}`
export const RECORD = 'POST /admin/properties/:id/visits'
export const SESSION = operatorAs('reviewer')

export function showListing(responses: Responses = {}, address = SHEET, session = SESSION) {
  return renderApp({
    address,
    session,
    responses: {
      ...panelAnswers([wireListing({ _id: ID, propertyName: 'Sea-view flat' })]),
      'GET /admin/properties/:id/history': ok([]),
      ...responses,
    },
  })
}

export const sheet = async () =>
  within(await screen.findByRole('dialog', { name: 'Record a visit' }))

export const open = async (name = 'Record a visit') =>
  void fireEvent.click(await screen.findByRole('button', { name }))

export const press = async (name: string) =>
  void fireEvent.click((await sheet()).getByRole('button', { name }))

export const type = async (text: string) =>
  void fireEvent.change((await sheet()).getByLabelText('Note'), { target: { value: text } })
