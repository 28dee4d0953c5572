import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { marketTest } from '#tests/browser/pages/market-test.ts'
import { installWorker, signIn } from '#tests/browser/pages/panel-page.ts'
import { DESKTOP } from '#tests/support/browser/device.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server-fixture.ts'

// Media files by third parties, on a host in MEDIA_HOSTS and on any other host.

const DEMO_MEDIA = join(import.meta.dirname, '../../../server/demo/media')
const FILM = readFileSync(join(DEMO_MEDIA, 'videos/kids-room.mp4'))
const PORTRAIT = readFileSync(join(DEMO_MEDIA, 'people/p01.webp'))
const NAMED = 'https://films.example'
const OTHER = 'https://elsewhere.example'

const test = marketTest
  .extend('size', () => DESKTOP)
  .extend('server', async ({ distDir }, { onCleanup }) => {
    const settings = { mediaHosts: [NAMED] }
    const server = await startTestServer({ isClockRunning: true, distDir, settings })
    onCleanup(server.close)
    return server
  })
  /** The browser's requests to foreign hosts. */
  .extend('asked', async ({ context }) => {
    const asked: string[] = []
    await context.route(/^https:/, (route) => {
      const address = route.request().url()
      asked.push(address)
      const [body, contentType] = address.includes('.mp4')
        ? [FILM, 'video/mp4']
        : [PORTRAIT, 'image/webp']
      return route.fulfill({ body, contentType })
    })
    return asked
  })

/** Moves the media URLs of the listing and of the member at index `place` to a host. */
async function moveFiles({ db }: TestServer, host: string, place: number) {
  const listing = await db
    .selectFrom('listings')
    .select('id')
    .where('name', 'is not', null)
    .orderBy('id')
    .limit(1)
    .offset(place)
    .executeTakeFirstOrThrow()
  // `saved-copy` is the query parameter by which the app marks its own saved copies. On another host it must have no
  // effect.
  const files = {
    video_url: `${host}/hall.mp4?saved-copy=1`,
    poster_url: `${host}/hall.webp`,
  }
  await db.updateTable('listings').set(files).where('id', '=', listing.id).execute()
  const member = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('role', '=', 'user')
    .where('full_name', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .offset(place)
    .executeTakeFirstOrThrow()
  const picture = { picture_url: `${host}/face.webp` }
  await db.updateTable('users').set(picture).where('id', '=', member.id).execute()
  return { listing: listing.id, member: member.id }
}

test('pictures and videos of a host in MEDIA_HOSTS are shown; for other hosts, a fallback picture and a link to the video', {
  tags: ['long'],
}, async ({ page, url, server, asked }) => {
  const named = await moveFiles(server, NAMED, 0)
  const other = await moveFiles(server, OTHER, 1)
  const sheet = page.getByRole('dialog')
  const play = sheet.getByRole('button', { name: /^Play video/ })
  await signIn(page, url, server.operator)
  await installWorker(page)

  await page.goto(`${url}/dashboard?section=property&open=${other.listing}`)
  await play.click()
  await sheet.getByText(/^This video is on elsewhere\.example and cannot be played/).waitFor()
  const link = sheet.getByRole('link', { name: 'Open video' })
  expect(await link.getAttribute('href')).toBe(`${OTHER}/hall.mp4?saved-copy=1`)
  await page.goto(`${url}/dashboard?section=users`)
  const avatar = (member: string) => page.locator(`[data-row="${member}"] img.avatar`)
  const sourceOf = (member: string) => avatar(member).getAttribute('src')
  await expect.poll(() => sourceOf(other.member)).toBe('/icons/person.svg')
  const width = (picture: HTMLImageElement) => picture.naturalWidth
  await expect.poll(() => avatar(named.member).evaluate(width)).toBe(216)
  expect(await sourceOf(named.member)).toBe(`${NAMED}/face.webp`)

  await page.goto(`${url}/dashboard?section=property&open=${named.listing}`)
  await play.click()
  const video = sheet.locator('video')
  const seconds = (player: HTMLVideoElement) => player.duration
  await expect.poll(() => video.evaluate(seconds)).toBeGreaterThan(7)
  expect(asked.filter((address) => !address.startsWith(NAMED))).toEqual([])
})
