import { fireEvent, render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Avatar } from '#src/ui/record/avatar.tsx'

function picture() {
  const image = document.querySelector('img')
  if (!image) throw new Error('no picture')
  return image
}

it('a user without a picture gets the default picture', () => {
  render(<Avatar src={null} name="Kavya Nair" />)
  expect(picture()).toHaveAttribute('src', '/icons/person.svg')
  expect(picture()).toHaveAttribute('alt', '')
})

it('a broken picture falls back to the default once, and a new picture is loaded', () => {
  const { rerender } = render(<Avatar src="/broken.jpg" name="Kavya Nair" />)
  expect(picture()).toHaveAttribute('src', '/broken.jpg')
  fireEvent.error(picture())
  expect(picture()).toHaveAttribute('src', '/icons/person.svg')
  fireEvent.error(picture())
  expect(picture()).toHaveAttribute('src', '/icons/person.svg')
  rerender(<Avatar src="/new.jpg" name="Kavya Nair" />)
  expect(picture()).toHaveAttribute('src', '/new.jpg')
})
