import { fireEvent, render, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Poster } from '#src/ui/media/poster.tsx'

test('a poster that fails to load shows no broken image', () => {
  const { container } = render(<Poster src="/media/gone.jpg" />)
  const picture = container.querySelector('img')
  expect(picture).toHaveAttribute('alt', '')
  if (picture) fireEvent.error(picture)
  expect(container.querySelector('img')).toBeNull()
})

test('a poster that fails to load is retried once, from the source that `findSource` returns', async () => {
  const findSource = async (src: string) => ({ src: `${src}?saved-copy=1` })
  const { container } = render(<Poster src="/media/hall.jpg" findSource={findSource} />)
  const picture = () => container.querySelector('img')
  fireEvent.error(picture() ?? container)
  await waitFor(() => expect(picture()).toHaveAttribute('src', '/media/hall.jpg?saved-copy=1'))
  fireEvent.error(picture() ?? container)
  expect(picture()).toBeNull()
})
