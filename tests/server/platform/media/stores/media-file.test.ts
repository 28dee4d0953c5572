import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs'
import { rename, symlink } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeEach, expect, test } from 'vitest'
import { openMediaFile } from '#server/platform/media/stores/media-file.ts'
import type { MediaFile } from '#server/platform/media/stores/media-store.ts'
import { call } from '#tests/server/api-call.ts'
import { makeFolderForTest } from '#tests/support/server/folder-for-test.ts'
import { startTestServer } from '#tests/support/server/server-fixture.ts'

const FILM = '\0\0\0\x0cftypisom'

let above: string
let folder: string
beforeEach(() => {
  above = makeFolderForTest()
  folder = join(above, 'media')
  for (const name of ['media/real', 'outside']) mkdirSync(join(above, name), { recursive: true })
  writeFileSync(join(folder, 'real', 'film.mp4'), `${FILM}inside`)
  writeFileSync(join(above, 'outside', 'film.mp4'), `${FILM}outside`)
})

async function readAll(file: MediaFile | null): Promise<string> {
  return file ? text(file.read({ start: 0, end: 99 })) : 'nothing'
}

/** Atomically replaces `name` by a symbolic link to `target`. */
async function pointTo(target: string, name: string): Promise<void> {
  await symlink(target, `${name}.new`)
  await rename(`${name}.new`, name)
}

test('the file that was checked is sent, even if another file replaces it before it is read', async () => {
  const file = await openMediaFile(folder, ['real', 'film.mp4'])
  await pointTo('../../outside/film.mp4', join(folder, 'real', 'film.mp4'))
  expect(await readAll(file)).toBe(`${FILM}inside`)
})

test('a link that changes its target during requests never leads outside of the media folder', async () => {
  const link = join(folder, 'swapped')
  let isOver = false
  const swapping = (async () => {
    while (!isOver) for (const target of ['real', '../outside']) await pointTo(target, link)
  })()
  const seen = new Set<string>()
  for (let round = 0; round < 500; round += 1) {
    const file = await openMediaFile(folder, ['swapped', 'film.mp4'])
    seen.add(await readAll(file))
  }
  isOver = true
  await swapping
  expect(seen).not.toContain(`${FILM}outside`)
})

test('a named pipe or a socket in the media folder counts as missing, and opening it does not block', async () => {
  execFileSync('mkfifo', [join(folder, 'pipe.mp4')])
  const socket = createServer().listen(join(folder, 'socket.mp4'))
  for (const name of ['pipe.mp4', 'socket.mp4'])
    expect(await openMediaFile(folder, [name])).toBeNull()
  socket.close()
})

test('every answer closes its file', async () => {
  const server = await startTestServer({ seed: 'none', mediaDirs: [folder] })
  writeFileSync(join(folder, 'page.mp4'), '<html>')
  const path = '/media/real/film.mp4'
  const statuses = [
    await call(server, 'GET', path),
    await call(server, 'GET', path, { headers: { Range: 'bytes=1-2' } }),
    await call(server, 'GET', path, { headers: { Range: 'bytes=99-' } }),
    await call(server, 'GET', path, { headers: { 'If-None-Match': '*' } }),
    await call(server, 'HEAD', path),
    await call(server, 'GET', '/media/page.mp4'),
    await call(server, 'GET', '/media/real'),
  ].map(({ status }) => status)
  await server.close()
  expect(statuses).toEqual([200, 206, 416, 304, 200, 404, 404])
  expect(listOpenFiles().filter((name) => name.startsWith(folder))).toEqual([])
})

/** The open files of this process, from Linux's /proc. */
function listOpenFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((number) => {
    try {
      return [readlinkSync(`/proc/self/fd/${number}`)]
    } catch {
      return [] // the descriptor of the /proc folder itself, which is closed by now
    }
  })
}
