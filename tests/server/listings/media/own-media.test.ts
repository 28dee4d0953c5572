import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startServer } from '#server/main/start-server.ts'
import { readSettings } from '#server/platform/config/server-settings.ts'
import { makeFolderForTest } from '#tests/support/server/folder-for-test.ts'

const FILM_START = '\0\0\0\x0cftypisom'

test('the server reads the operator’s videos from its data folder, or only from MEDIA_DIR if this is set', async () => {
  const folder = makeFolderForTest()
  const [inside, elsewhere, empty] = ['data/media', 'films', 'empty'].map((name) => {
    mkdirSync(join(folder, name), { recursive: true })
    return join(folder, name)
  })
  writeFileSync(join(inside ?? '', 'own.mp4'), `${FILM_START}in data`)
  writeFileSync(join(elsewhere ?? '', 'own.mp4'), `${FILM_START}elsewhere`)
  const fixed = { DATA_DIR: join(folder, 'data'), PORT: '0', SEED: 'none', LOG_LEVEL: 'silent' }
  for (const [env, status, text] of [
    [{}, 200, `${FILM_START}in data`],
    [{ MEDIA_DIR: elsewhere }, 200, `${FILM_START}elsewhere`],
    [{ MEDIA_DIR: empty }, 404, 'There is nothing at this address.'],
  ] as const) {
    const server = await startServer(readSettings({ ...fixed, ...env }), null)
    const answer = await fetch(`http://127.0.0.1:${server.port}/media/own.mp4`)
    expect([answer.status, await answer.text()]).toEqual([status, text])
    await server.close()
  }
})
