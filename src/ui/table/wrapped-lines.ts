/** Lines that a text takes, broken between words, when a line has room for `most` characters of an average width. */
export function countLines(text: string, most: number): number {
  let [lines, chars] = [0, 0]
  for (const { length } of text.split(/\s+/)) {
    const fits = chars > 0 && chars + 1 + length <= most
    lines += fits ? 0 : Math.max(1, Math.ceil(length / most))
    chars = fits ? chars + 1 + length : length
  }
  return lines
}
