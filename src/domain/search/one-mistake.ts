/**
 * Whether one typing mistake makes one word of the other: a letter that is wrong, missing or too much, or two
 * neighbours in the wrong order. Stops at the second mistake, so that it can look at each word of a large list.
 */
export function isOneMistake(typed: string, word: string): boolean {
  const [short, long] = typed.length <= word.length ? [typed, word] : [word, typed]
  if (long.length - short.length > 1) return false
  let start = 0
  while (start < short.length && short[start] === long[start]) start += 1
  if (short.length < long.length) return short.slice(start) === long.slice(start + 1)
  if (short.slice(start + 1) === long.slice(start + 1)) return true
  const isSwapped = short[start] === long[start + 1] && short[start + 1] === long[start]
  return isSwapped && short.slice(start + 2) === long.slice(start + 2)
}
