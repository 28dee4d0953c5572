import * as v from 'valibot'

/**
 * A list with at most `most` items. Its length is checked before its items, because an error for each of the 50,000
 * items that a body can hold takes half a second.
 */
export function boundedList<Item extends v.GenericSchema>(
  item: Item,
  most: number,
  { notAList, tooMany }: { notAList: string; tooMany: string },
) {
  return v.pipe(v.array(v.unknown(), notAList), v.maxLength(most, tooMany), v.array(item, notAList))
}
