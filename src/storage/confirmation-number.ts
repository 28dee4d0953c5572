// An outbox numbers the confirmations of its changes. A read records the last number before its request, so that
// screens know which confirmed changes the read includes. A browser may delete the outbox and keep the reads. Numbers
// of a new outbox must not match old reads, so each outbox database begins its numbers at a random multiple of 2^20.

const NUMBERS_PER_DATABASE = 2 ** 20

/** The number before the first confirmation of a new database. */
export function makeStartNumber(): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
  return random * NUMBERS_PER_DATABASE
}

/** Whether a read with this `ackedBefore` includes the confirmation. False if they belong to different databases. */
export function includesConfirmation(ackedBefore: number, confirmation: number): boolean {
  return confirmation <= ackedBefore && databaseOf(confirmation) === databaseOf(ackedBefore)
}

function databaseOf(confirmation: number): number {
  return Math.floor(confirmation / NUMBERS_PER_DATABASE)
}
