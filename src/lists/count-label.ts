import { groupIndian } from '#src/domain/money.ts'

const MOST = 10_000 // the numbers of more rows are not compared by people

/** '12 of 340 users', or '340 users' without a filter; numbers above 10,000 are '10,000+'. */
export function sayRowCount(
  shown: number,
  all: number,
  [one, many]: readonly [one: string, many: string],
): string {
  const rows = `${sayCount(all)} ${all === 1 ? one : many}`
  return shown === all ? rows : `${sayCount(shown)} of ${rows}`
}

function sayCount(count: number): string {
  return count > MOST ? `${groupIndian(MOST)}+` : groupIndian(count)
}
