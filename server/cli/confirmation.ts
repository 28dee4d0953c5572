import { createInterface } from 'node:readline/promises'
import { SetupError } from '#server/platform/config/setup-error.ts'

interface Terminal {
  input: NodeJS.ReadableStream & { isTTY?: boolean }
  output: NodeJS.WritableStream & { isTTY?: boolean }
}

/** Asks for a yes on the terminal, unless --yes has given it (`isGiven`). @throws SetupError without a yes */
export async function requireConfirmation(
  question: string,
  isGiven = false,
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): Promise<void> {
  if (isGiven) return
  if (!input.isTTY || !output.isTTY)
    throw new SetupError(
      `${question} Nobody can be asked here: say so with --yes. Nothing was changed.`,
    )
  const terminal = createInterface({ input, output })
  try {
    const answer = await terminal.question(`${question} [y/N] `)
    if (!/^y(es)?$/i.test(answer.trim())) throw new SetupError('Nothing was changed.')
  } finally {
    terminal.close()
  }
}
