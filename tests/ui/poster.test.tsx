import { fireEvent, render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Poster } from '#src/ui/poster.tsx'

test('a poster that cannot be had leaves no broken picture behind', () => {
  const { container } = render(<Poster src="/media/gone.jpg" />)
  const picture = container.querySelector('img')
  expect(picture).toHaveAttribute('alt', '')
  if (picture) fireEvent.error(picture)
  expect(container.querySelector('img')).toBeNull()
})
