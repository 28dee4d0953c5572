import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { findXvfb } from './installed-browsers.ts'

/** Starts a virtual display if the machine has no display. Returns a function that ends it. */
export async function startDisplay(): Promise<() => Promise<void>> {
  if (process.env['DISPLAY']) return async () => {}
  const display = spawn(
    findXvfb(),
    ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  )
  const [number] = await once(display.stdio[3] as Readable, 'data') // the fourth `stdio` entry is a pipe
  process.env['DISPLAY'] = `:${String(number).trim()}`
  return async () => {
    const exited = once(display, 'exit')
    display.kill()
    await exited
  }
}
