/**
 * Whether one typing mistake makes one word of the other: a letter that is wrong, missing or too much, or two
 * neighbours in the wrong order. Of `word`, only the first `length` letters count. Makes no new texts, because it looks at
 * each word of a large list at each key.
 */
export function isOneMistake(typed: string, word: string, length = word.length): boolean {
  const shorter = Math.min(typed.length, length)
  const longer = Math.max(typed.length, length)
  if (longer - shorter > 1) return false
  let start = 0
  while (start < shorter && typed.charCodeAt(start) === word.charCodeAt(start)) start += 1
  let end = 0
  while (end < shorter - start && isSameFromEnd(end)) end += 1
  const left = longer - start - end // letters between the equal beginnings and the equal ends
  const isSwapped =
    left === 2 &&
    shorter === longer &&
    typed.charCodeAt(start) === word.charCodeAt(start + 1) &&
    typed.charCodeAt(start + 1) === word.charCodeAt(start)
  return left <= 1 || isSwapped

  function isSameFromEnd(back: number): boolean {
    return typed.charCodeAt(typed.length - 1 - back) === word.charCodeAt(length - 1 - back)
  }
}
