import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { transformWithOxc } from 'vite'
import { findTool } from './find-tool.ts'
import type { LightMap } from './light-baker.ts'
import type { PlaceMesh } from './place-mesh.ts'
import type { Shots } from './shot-list.ts'

/** Draws the shots in a headless Chromium and hands each frame on, its lowest row first, before the next is drawn. */
export async function paintFrames(
  { shots, mesh, light }: { shots: Shots; mesh: PlaceMesh; light: LightMap },
  onFrame: (rgba: Buffer) => Promise<void>,
): Promise<void> {
  const tables: Record<string, ArrayBufferView> = {
    '/corners': mesh.corners,
    '/indices': mesh.indices,
    '/light': light.atlas,
  }
  let resolveEnd = () => {}
  let rejectEnd = (_reason: unknown) => {}
  const ended = new Promise<void>((resolve, reject) => {
    resolveEnd = resolve
    rejectEnd = reject
  })
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end()
      rejectEnd(error)
    })
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/'
    const table = tables[path]
    if (table) response.end(Buffer.from(table.buffer, table.byteOffset, table.byteLength))
    else if (path === '/') response.end('<script type="module" src="/picture-page.ts"></script>')
    else if (path === '/shots') response.end(JSON.stringify(shots))
    else if (path.endsWith('.ts')) await sendScript(path, response)
    else {
      const body = await readBody(request)
      if (path === '/frame') await onFrame(body)
      if (path === '/failed') rejectEnd(new Error(body.toString()))
      if (path === '/done') resolveEnd()
      response.end()
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  const browser = await chromium.launch({
    executablePath: findTool('chromium', 'CHROMIUM_PATH'),
    args: [
      '--no-sandbox',
      '--use-gl=angle',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
    ],
  })
  try {
    const page = await browser.newPage()
    page.on('pageerror', rejectEnd)
    await page.goto(`http://127.0.0.1:${address.port}/`)
    await ended
  } finally {
    await browser.close()
    server.close()
  }
}

async function sendScript(path: string, response: ServerResponse): Promise<void> {
  const file = join(import.meta.dirname, path)
  const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file)
  response.writeHead(200, { 'content-type': 'text/javascript' }).end(code)
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts)
}
