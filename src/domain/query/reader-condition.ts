import type { Condition, QueryField, TextCondition } from './condition.ts'

/** In a condition on people: the person who reads the list. */
export const ME = 'me'

/** The conditions with the id of the reader instead of ME; the same array if none says so, or the reader has no id. */
export function nameReader<Row>(
  conditions: readonly Condition[],
  fields: readonly QueryField<Row>[],
  readerId: string | undefined,
): readonly Condition[] {
  const people = fields.flatMap((field) =>
    field.kind === 'text' && field.isOfPeople ? [field.name] : [],
  )
  const saysMe = (condition: Condition): condition is TextCondition =>
    condition.kind === 'text' && people.includes(condition.name) && condition.values.includes(ME)
  if (readerId === undefined || !conditions.some(saysMe)) return conditions
  return conditions.map((condition) => {
    if (!saysMe(condition)) return condition
    return { ...condition, values: condition.values.map((one) => (one === ME ? readerId : one)) }
  })
}
