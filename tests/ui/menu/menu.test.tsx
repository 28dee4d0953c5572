import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Activity, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { MenuChoice, MenuItem } from '#src/ui/menu/menu-item.tsx'
import { RowMenu } from '#src/ui/menu/row-menu.tsx'
import { renderWithSync, setupAnswers } from '#tests/support/render-with-sync.tsx'

setupAnswers()

function show(isBusy = false) {
  const onEdit = vi.fn()
  renderWithSync(
    <>
      <RowMenu of="Old reason" isBusy={isBusy}>
        <MenuItem onSelect={onEdit}>Edit</MenuItem>
        <MenuItem onSelect={() => undefined}>Move down</MenuItem>
        <MenuChoice isChosen onChoose={() => undefined}>
          Remove
        </MenuChoice>
      </RowMenu>
      <button type="button">After</button>
    </>,
  )
  return { onEdit, button: screen.getByRole('button', { name: 'Actions for Old reason' }) }
}

const focused = () => document.activeElement?.textContent

test('arrow keys, Home, End and letters move between the items, from the last to the first and back', async () => {
  const { button } = show()
  button.focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(focused()).toContain('Remove') // the chosen one
  await userEvent.keyboard('{ArrowDown}')
  expect(focused()).toBe('Edit')
  await userEvent.keyboard('{ArrowUp}')
  expect(focused()).toContain('Remove')
  await userEvent.keyboard('{Home}')
  expect(focused()).toBe('Edit')
  await userEvent.keyboard('m')
  expect(focused()).toBe('Move down')
  await userEvent.keyboard('{End}')
  expect(focused()).toContain('Remove')
})

test.each([
  ['Escape', '{Escape}', 'Actions for Old reason'],
  ['Tab', '{Tab}', 'After'],
])('%s closes the menu', async (_, key, next) => {
  const { button } = show()
  await userEvent.click(button)
  expect(button).toHaveAttribute('aria-expanded', 'true')
  await userEvent.keyboard(key)
  expect(screen.queryByRole('menu')).toBeNull()
  expect(screen.getByRole('button', { name: next })).toHaveFocus()
})

test('a press outside closes the menu', async () => {
  const { button } = show()
  await userEvent.click(button)
  await userEvent.click(screen.getByRole('button', { name: 'After' }))
  expect(screen.queryByRole('menu')).toBeNull()
})

test('a choice closes the menu and returns the focus to its button before the action runs', async () => {
  const { button, onEdit } = show()
  onEdit.mockImplementation(() => expect(button).toHaveFocus())
  await userEvent.click(button)
  await userEvent.click(screen.getByRole('menuitem', { name: 'Edit' }))
  expect(onEdit).toHaveBeenCalledOnce()
  expect(screen.queryByRole('menu')).toBeNull()
})

test('the menu of a busy row does not open', async () => {
  const { button } = show(true)
  await userEvent.click(button)
  button.focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(screen.queryByRole('menu')).toBeNull()
})

function HidingScreen() {
  const [isShown, setShown] = useState(true)
  return (
    <>
      <Activity mode={isShown ? 'visible' : 'hidden'}>
        <RowMenu of="Old reason">
          <MenuItem onSelect={() => undefined}>Edit</MenuItem>
        </RowMenu>
      </Activity>
      <button type="button" onClick={() => setShown(!isShown)}>
        Go
      </button>
    </>
  )
}

test('a menu of a screen that was hidden meanwhile is closed when the screen comes back', async () => {
  renderWithSync(<HidingScreen />)
  const button = screen.getByRole('button', { name: 'Actions for Old reason' })
  await userEvent.click(button)
  expect(button).toHaveAttribute('aria-expanded', 'true')
  const go = screen.getByRole('button', { name: 'Go' })
  fireEvent.click(go) // without a press or a focus, as Back
  fireEvent.click(go)
  expect(screen.queryByRole('menu')).toBeNull()
  expect(button).toHaveAttribute('aria-expanded', 'false')
})
