import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'

// Finds counts that a text shows without Indian grouping: '12345 rows'. The parser knows no types, so a number counts by its
// name (`rows.length`, `openCount`), by the noun behind it (`${attempts} attempts`), or as a constant of 1,000 or more.

interface Syntax {
  type: string
  start: number
  end: number
  [part: string]: unknown
}

/** How numbers of things end in the code. */
const COUNT =
  /(^|\.)(length|count|total|left|more|done|lost|files|rows)$|\.size$|(Count|Rows|Total|Chars)$/
const GROUPED = /\b(groupIndian|toLocaleString|countNoun|countProperties)\(/

/** As `path: source`, such as `src/notes/notes-line.tsx: ${count} notes`. */
export function findBareCounts(
  path: string,
  largeExports: ReadonlySet<string>,
  text = readFileSync(path, 'utf8'),
): string[] {
  const found: string[] = []
  const large = new Set([...largeExports, ...listLargeConstants(text)])
  const grouped = new Set<unknown>()

  function isCount(value: Syntax, word: string): boolean {
    if (value.type === 'BinaryExpression')
      return (
        /^[+-]$/.test(String(value['operator'])) && sidesOf(value).some((one) => isCount(one, word))
      )
    const isMember = value.type === 'MemberExpression'
    const name = (isMember ? (value['property'] as Syntax) : value)['name']
    if (typeof name !== 'string' || (!isMember && grouped.has(name))) return false
    return COUNT.test(text.slice(value.start, value.end)) || name === word || large.has(name)
  }

  function visit(syntax: Syntax): void {
    if (syntax.type === 'TaggedTemplateExpression') return // SQL
    if (syntax.type === 'VariableDeclarator') {
      const { id, init } = syntax as Syntax & { id: Syntax; init: Syntax | null }
      if (init && GROUPED.test(text.slice(init.start, init.end))) grouped.add(id['name'])
    }
    if (syntax.type === 'TemplateLiteral') {
      const quasis = syntax['quasis'] as { value: { cooked: string } }[]
      for (const [index, value] of (syntax['expressions'] as Syntax[]).entries()) {
        const word = /^ ([a-z]+|$)/.exec(quasis[index + 1]?.value.cooked ?? '')?.[1]
        if (word !== undefined && isCount(value, word))
          found.push(`${path}: \${${text.slice(value.start, value.end)}} ${word}`)
      }
    }
    if (syntax.type === 'JSXElement')
      for (const { type, expression } of syntax['children'] as (Syntax & { expression: Syntax })[])
        if (type === 'JSXExpressionContainer' && isCount(expression, ''))
          found.push(`${path}: {${text.slice(expression.start, expression.end)}}`)
    for (const part of Object.values(syntax).flat().filter(isSyntax)) visit(part)
  }

  visit(parseSync(path, text).program as unknown as Syntax) // the ESTree of the parser
  return found
}

/** The names of the constants of 1,000 and more that a file has, or that it exports. */
export function listLargeConstants(text: string, which: 'all' | 'exported' = 'all'): string[] {
  const constant =
    which === 'all'
      ? /const ([A-Z][A-Z_]+) = ([\d_]+)\b/g
      : /export const ([A-Z][A-Z_]+) = ([\d_]+)\b/g
  return [...text.matchAll(constant)].flatMap(([, name, value]) =>
    name && Number(value?.replaceAll('_', '')) >= 1_000 ? [name] : [],
  )
}

function sidesOf(value: Syntax): Syntax[] {
  return [value['left'] as Syntax, value['right'] as Syntax] // the parts of a binary expression
}

function isSyntax(value: unknown): value is Syntax {
  return typeof value === 'object' && value !== null && 'type' in value
}
