import type { Change } from '#src/domain/change.ts'

/**
 * Names a change across time: for a screen, a message with a button, another tab or a drain run. The number alone names
 * another change once the outbox was recreated, because it counts from 1 again.
 */
export type ChangeRef = Pick<Change, 'seq' | 'key'>

export function isSameChange(one: ChangeRef, other: ChangeRef): boolean {
  return one.seq === other.seq && one.key === other.key
}
