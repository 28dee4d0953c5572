import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect } from 'vitest'

type Name = string | RegExp

/** Focuses the element, as a press does, and clicks it. */
function click(element: HTMLElement): void {
  act(() => element.focus())
  fireEvent.click(element)
}

/**
 * What a user does and sees. Each action waits for its element; `place` is the part of the page in which it is, by
 * default the whole page.
 */
export const user = {
  /** Waits while the button is busy, because it then ignores presses. */
  async press(name: Name, place = document.body): Promise<void> {
    click(await within(place).findByRole('button', { name, busy: false }))
  },
  async follow(name: Name): Promise<void> {
    click(await screen.findByRole('link', { name }))
  },
  /** Presses a button of the confirmation that is open or about to open. Returns its text. */
  async confirm(button: Name, question?: Name): Promise<string | null> {
    const dialog = await screen.findByRole('alertdialog', question ? { name: question } : {})
    const { textContent } = dialog
    click(within(dialog).getByRole('button', { name: button }))
    return textContent
  },
  /** Chooses an item in the menu of a row. */
  async act(of: string, item: Name): Promise<void> {
    await user.press(`Actions for ${of}`)
    click(await screen.findByRole('menuitem', { name: item }))
  },
  /** Replaces the texts of fields, by label. */
  async fill(texts: Record<string, string>): Promise<void> {
    for (const [label, value] of Object.entries(texts)) {
      fireEvent.change(await screen.findByLabelText(label), { target: { value } })
    }
  },
  /** Chooses one of the options that are all shown. */
  async pick(option: Name): Promise<void> {
    click(await screen.findByRole('radio', { name: option }))
  },
  async choose(label: string, option: string): Promise<void> {
    await userEvent.selectOptions(await screen.findByLabelText(label), option)
  },
  async sees(text: Name, place = document.body): Promise<void> {
    // Repeats the query: a part that is rendered again is another element.
    await waitFor(() => expect(within(place).getByText(text)).toBeVisible())
  },
  async seesNo(text: Name): Promise<void> {
    await waitFor(() => expect(screen.queryByText(text)).toBeNull())
  },
  async seesLink(name: Name, href: string): Promise<void> {
    expect(await screen.findByRole('link', { name })).toHaveAttribute('href', href)
  },
}

/** The texts of the cells of a table or the lines of a list, row by row. */
export const textsOf = (rows: Iterable<Element>) =>
  [...rows].map((row) => [...row.children].map(({ textContent }) => textContent))
