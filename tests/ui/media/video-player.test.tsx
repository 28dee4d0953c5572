import { act, fireEvent, render, screen } from '@testing-library/react'
import { Activity } from 'react'
import { expect, it } from 'vitest'
import { ListingVideo } from '#src/ui/media/video-player.tsx'
import type { VideoSource } from '#src/ui/media/video-screen.tsx'
import { createGate } from '#tests/support/outbox/drain-device.ts'

function video() {
  return document.querySelector('video')
}

it('the player loads only the poster before a tap', () => {
  render(<ListingVideo src="/media/a.mp4" poster="/media/a.jpg" label="3 BHK" />)
  expect(video()).toBeNull()
  expect(document.body.innerHTML).not.toContain('/media/a.mp4')
  expect(document.querySelector('img')).toHaveAttribute('src', '/media/a.jpg')
})

it('a tap plays the video muted and inline, at the chosen speed', async () => {
  render(<ListingVideo src="/media/a.mp4" poster={null} label="3 BHK" />)
  fireEvent.click(screen.getByRole('button', { name: 'Play video: 3 BHK' }))
  expect(video()).toHaveAttribute('src', '/media/a.mp4')
  expect(video()?.muted).toBe(true)
  expect(video()).toHaveAttribute('playsinline')
  for (const [speed, next] of [
    [1, 1.5],
    [1.5, 2],
    [2, 1],
  ]) {
    fireEvent.click(screen.getByRole('button', { name: `Playback speed ${speed}x` }))
    expect(video()?.playbackRate).toBe(next)
  }
})

it('a video that cannot be played shows an error and can be retried', async () => {
  render(<ListingVideo src="/media/a.mp4" poster={null} label="3 BHK" />)
  fireEvent.click(screen.getByRole('button', { name: 'Play video: 3 BHK' }))
  const shown = video()
  if (!shown) throw new Error('no video')
  fireEvent.error(shown)
  expect(screen.getByRole('alert')).toHaveTextContent('This video cannot be played now')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(video()).toHaveAttribute('src', '/media/a.mp4')
})

it('a listing without a video shows its first photo instead', () => {
  const { container } = render(<ListingVideo src={null} poster="/media/a.jpg" label="3 BHK" />)
  expect(container.querySelector('img')).toHaveAttribute('src', '/media/a.jpg')
  expect(screen.queryByText('No video')).toBeNull()
})

it('a listing without a video or a photo shows one line', () => {
  render(<ListingVideo src={null} poster={null} label="3 BHK" />)
  expect(screen.getByText('No video')).toBeInTheDocument()
  expect(document.querySelector('.video')).toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
})

it('a video does not play if its source arrives after the user left the section', async () => {
  const gate = createGate<VideoSource>()
  const part = (
    <ListingVideo src="/media/a.mp4" poster={null} label="3 BHK" findSource={gate.pass} />
  )
  const { rerender } = render(<Activity mode="visible">{part}</Activity>)
  fireEvent.click(screen.getByRole('button', { name: 'Play video: 3 BHK' }))
  rerender(<Activity mode="hidden">{part}</Activity>)
  await act(async () => gate.open({ src: '/media/a.mp4', failure: 'gone' }))
  rerender(<Activity mode="visible">{part}</Activity>)
  expect(video()).toBeNull()
  expect(screen.getByRole('button', { name: 'Play video: 3 BHK' })).toBeVisible()
})
