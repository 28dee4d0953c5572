import { Command } from 'commander'

export interface WriteOptions {
  dryRun?: true
}

export interface DestructiveOptions extends WriteOptions {
  yes?: true
}

/** A subcommand that only adds data. */
export function makeWritingCommand(name: string): Command {
  return new Command(name).option('--dry-run', 'say what would be done, and do nothing')
}

/** A subcommand that makes earlier data, keys or passwords unusable. */
export function makeDestructiveCommand(name: string): Command {
  return makeWritingCommand(name).option('-y, --yes', 'do it without asking')
}
