import { SetupError } from '#server/platform/config/setup-error.ts'
import { findDatabaseTrouble } from '#server/platform/database/database-trouble.ts'

/** Runs a command. On failure, prints a message without a stack to stderr and exits with code 1. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (error) {
    process.stderr.write(`${sentenceFor(error)}\n`)
    process.exit(1)
  }
}

function sentenceFor(error: unknown): string {
  if (error instanceof SetupError) return error.message
  const trouble = findDatabaseTrouble(error)
  if (trouble === 'full') return 'The disk of the data folder is full.'
  if (trouble === 'busy') return 'Another program keeps the database busy; try again.'
  if (trouble === 'lost') return 'The database does not answer; try again.'
  return `Unexpected: ${error instanceof Error ? error.message : String(error)}`
}
