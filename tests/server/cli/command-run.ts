import type { Command } from 'commander'
import { vi } from 'vitest'

/** Runs a subcommand in this process with only these environment variables. Returns its output. */
export async function runHere(
  makeCommand: () => Command,
  args: readonly string[],
  env: Record<string, string>,
): Promise<string> {
  const before = process.env
  let said = ''
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said += String(text)
    return true
  })
  process.env = env
  try {
    await makeCommand().parseAsync([...args], { from: 'user' })
  } finally {
    process.env = before
    write.mockRestore()
  }
  return said
}
