import { describe, expect, test } from 'vitest'
import { hasPostingCode, keepPostingCode } from '#src/features/posting/offline/posting-code.ts'

/** Fakes the browser's caches, and a server that has only the files returned by `served`. */
function openCaches(served: () => readonly string[]) {
  const stored = new Map<string, Set<string>>()
  const open = async (name: string) => {
    const files = stored.get(name) ?? new Set()
    stored.set(name, files)
    return {
      keys: async () => [...files].map((file) => ({ url: `https://site.test${file}` })),
      async addAll(wanted: string[]) {
        const isServed = wanted.every((file) => served().includes(file))
        if (!isServed) throw new TypeError('a file cannot be fetched')
        for (const file of wanted) files.add(file)
      },
    }
  }
  const caches = {
    open,
    match: async (file: string) =>
      [...stored.values()].some((files) => files.has(file)) ? new Response('') : undefined,
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
  }
  // The object has only the part of CacheStorage that is used.
  return { stored, caches: caches as unknown as CacheStorage }
}

const filesOf = (build: number) => [`/assets/screen-${build}.js`, `/assets/upload-${build}.js`]

describe('the stored code of the screens on which a listing is written', () => {
  test('is available only while all of its files are stored', async () => {
    let served = filesOf(1)
    const { caches, stored } = openCaches(() => served)
    const code = { caches, files: filesOf(1) }
    expect(await hasPostingCode(code)).toBe(false)
    await keepPostingCode(code)
    expect(await hasPostingCode(code)).toBe(true)
    served = []
    await keepPostingCode(code) // without a network
    expect(await hasPostingCode(code)).toBe(true)
    stored.get(`posting:${filesOf(1)[0]}`)?.delete('/assets/upload-1.js')
    expect(await hasPostingCode(code)).toBe(false)
    await expect(keepPostingCode(code)).rejects.toThrow(TypeError)
  })

  test('is kept for the previous build, which open tabs may still run, and deleted for older builds', async () => {
    let build = 1
    const { caches, stored } = openCaches(() => filesOf(build))
    await caches.open('workbox-precache')
    for (build of [1, 2, 3]) await keepPostingCode({ caches, files: filesOf(build) })
    expect([...stored.keys()]).toEqual([
      'workbox-precache',
      'posting:/assets/screen-2.js',
      'posting:/assets/screen-3.js',
    ])
    build = 4
    await expect(keepPostingCode({ caches, files: filesOf(3).concat('/new') })).rejects.toThrow()
    expect(await hasPostingCode({ caches, files: filesOf(2) })).toBe(true)
  })
})
