// Splits the JSON text of a list answer, `{"success":true,"data":[...]}`, into rows while the text arrives. The rows
// are equal to those that JSON.parse returns for the whole text, wherever the text is cut.

export interface RowSplitter {
  /** Adds the next text; returns the rows that are now complete. @throws SyntaxError */
  push(text: string): unknown[]
  /** The answer as parsed so far, with an empty list in place of the rows; undefined until the list begins. */
  findHead(): unknown
  /** The whole answer without the rows that `push` has returned. @throws SyntaxError when it was cut off. */
  end(): unknown
}

export function createRowSplitter(): RowSplitter {
  let part: 'before' | 'list' | 'after' = 'before'
  let before = ''
  let head: unknown
  /** Text of the current part that is not parsed yet, and how far it has been scanned. */
  let text = ''
  let at = 0
  let depth = 0
  let isInString = false
  let lastStringAt = 0
  let lastCommaAt = -1
  let hasRows = false

  function beginList(): void {
    before = text.slice(0, at + 1)
    head = JSON.parse(`${before}]}`)
    part = 'list'
    dropText(at + 1)
  }

  function takeRows(): unknown[] {
    const rows: unknown[] = JSON.parse(`[${text.slice(0, lastCommaAt)}]`)
    if (rows.length === 0) throw new SyntaxError('A list has a comma without a row.')
    hasRows = true
    dropText(lastCommaAt + 1)
    lastCommaAt = -1
    return rows
  }

  function endList(): unknown[] {
    const rows: unknown[] = JSON.parse(`[${text.slice(0, at)}]`)
    if (rows.length === 0 && hasRows) throw new SyntaxError('A list ends with a comma.')
    part = 'after'
    dropText(at)
    return rows
  }

  function dropText(length: number): void {
    text = text.slice(length)
    at -= length
  }

  return {
    push(next) {
      const rows: unknown[] = []
      text += next
      for (; at < text.length; at += 1) {
        const sign = text[at]
        if (isInString) {
          // Skips the escaped character, even if it comes with the next text.
          if (sign === '\\') at += 1
          else if (sign === '"') isInString = false
        } else if (sign === '"') {
          isInString = true
          lastStringAt = at
        } else if (sign === '{' || sign === '[') {
          depth += 1
          const isOfTheAnswer = part === 'before' && depth === 2 && sign === '['
          if (isOfTheAnswer && /^"data"\s*:\s*$/.test(text.slice(lastStringAt, at))) beginList()
        } else if (sign === '}' || sign === ']') {
          depth -= 1
          if (part === 'list' && depth === 1) rows.push(...endList())
        } else if (sign === ',' && part === 'list' && depth === 2) lastCommaAt = at
      }
      if (part === 'list' && lastCommaAt >= 0) rows.push(...takeRows())
      return rows
    },
    findHead: () => head,
    end: () => JSON.parse(before + text),
  }
}
