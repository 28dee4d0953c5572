import { Command } from 'commander'

export interface WriteOptions {
  dryRun?: true
}

export interface DestructiveOptions extends WriteOptions {
  yes?: true
}

/** A subcommand that writes, but makes nothing unusable, so it does not ask first. */
export function makeWritingCommand(name: string): Command {
  return new Command(name).option('--dry-run', 'say what would be done, and do nothing')
}

/** A subcommand that makes data, keys, passwords or sessions unusable, so it asks first. */
export function makeDestructiveCommand(name: string): Command {
  return makeWritingCommand(name).option('-y, --yes', 'do it without asking')
}
