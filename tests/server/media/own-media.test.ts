import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSettings } from '#server/config/server-settings.ts'
import { startServer } from '#server/start-server.ts'

const FILM_START = '\0\0\0\x0cftypisom'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'own-media-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Puts a video of the operator into the folder `film`, and requests it from a server with the settings `env`. */
async function askFor(film: string, env: Record<string, string>): Promise<string | number> {
  mkdirSync(film, { recursive: true })
  writeFileSync(join(film, 'own.mp4'), `${FILM_START}in ${film}`)
  const settings = { DATA_DIR: join(folder, 'data'), PORT: '0', SEED: 'none', LOG_LEVEL: 'silent' }
  const server = await startServer(readSettings({ ...settings, ...env }), null)
  const answer = await fetch(`http://127.0.0.1:${server.port}/media/own.mp4`)
  const text = await answer.text()
  await server.close()
  return answer.status === 200 ? text.slice(FILM_START.length) : answer.status
}

test('the server reads the operator’s videos from its data folder, or only from MEDIA_DIR if this is set', async () => {
  const inside = join(folder, 'data', 'media')
  const elsewhere = join(folder, 'films')
  expect(await askFor(inside, {})).toBe(`in ${inside}`)
  expect(await askFor(elsewhere, { MEDIA_DIR: elsewhere })).toBe(`in ${elsewhere}`)
  const empty = join(folder, 'empty')
  mkdirSync(empty)
  expect(await askFor(elsewhere, { MEDIA_DIR: empty })).toBe(404)
})
