import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'

// Finds texts in JSX that a browser's translation breaks. It replaces every text by a <font> element. React still updates,
// removes and inserts before its own text: an update is not seen, and the other two throw. A text that is an element's only
// child is safe, because React then sets the content of the element.
//
// The parser knows no types: a value beside elements only counts as a text by its name, and one beside texts always. Two
// branches with the same element and other fixed texts in it are not found: they need keys.

export type TextFlaw =
  | 'changing text beside other content'
  | 'content that comes and goes before a text'
  | 'text of a fragment'
  | 'text returned by a component'

export interface FoundText {
  /** `path:line` */
  place: string
  flaw: TextFlaw
  source: string
}

/** What an expression may put on the screen. `node` is known only to the caller: an element, a text or nothing. */
type Content = 'text' | 'element' | 'nothing' | 'node'

interface Syntax {
  type: string
  start: number
  end: number
  [part: string]: unknown
}

interface Child {
  syntax: Syntax
  contents: readonly Content[]
  isFixed: boolean
}

/** Values that never change while a page is open: `MAX_PHOTOS`, `STEPS.length`. */
const CONSTANT = /^[A-Z][A-Z0-9_]*(\.\w+)*$/

export function findBreakableTexts(path: string, text = readFileSync(path, 'utf8')): FoundText[] {
  const found: FoundText[] = []
  const sourceOf = ({ start, end }: Syntax) => text.slice(start, end)

  function report(flaw: TextFlaw, syntax: Syntax): void {
    const line = text.slice(0, syntax.start).split('\n').length
    const source = sourceOf(syntax).trim().replaceAll(/\s+/g, ' ').slice(0, 80)
    found.push({ place: `${path}:${line}`, flaw, source })
  }

  function readChild(child: Syntax): Child[] {
    if (child.type === 'JSXText') {
      const isLayout = String(child['value']).trim() === '' && String(child['value']).includes('\n')
      return isLayout ? [] : [{ syntax: child, contents: ['text'], isFixed: true }]
    }
    const shown = child.type === 'JSXExpressionContainer' ? partOf(child, 'expression') : child
    const contents = contentsOf(shown)
    if (contents.every((one) => one === 'nothing')) return []
    const isFixed = shown.type === 'Literal' || CONSTANT.test(sourceOf(shown))
    return [{ syntax: shown, contents, isFixed }]
  }

  function checkChildren(parent: Syntax): void {
    const children = partsOf(parent, 'children').flatMap(readChild)
    const isFragment = parent.type === 'JSXFragment'
    const hasText = children.some(({ contents }) => contents.includes('text'))
    children.forEach(({ syntax, contents, isFixed }, index) => {
      const isText = contents.includes('text')
      if (isFragment && isText) report('text of a fragment', syntax)
      else if (
        children.length > 1 &&
        !isFixed &&
        (isText || (hasText && contents.includes('node')))
      )
        report('changing text beside other content', syntax)
      const next = children.slice(index + 1).find((one) => !one.contents.includes('nothing'))
      if (contents.includes('nothing') && next?.contents.includes('text'))
        report('content that comes and goes before a text', syntax)
    })
  }

  function checkReturn(component: Syntax): void {
    const body = partOf(component, 'body')
    const returned = body.type === 'BlockStatement' ? returnsOf(body) : [body]
    for (const one of returned)
      if (contentsOf(one).includes('text')) report('text returned by a component', one)
  }

  function visit(syntax: Syntax): void {
    if (syntax.type === 'JSXElement' || syntax.type === 'JSXFragment') checkChildren(syntax)
    const name = syntax.type === 'FunctionDeclaration' && (syntax['id'] as Syntax | null)?.['name']
    if (typeof name === 'string' && /^[A-Z]/.test(name)) checkReturn(syntax)
    for (const part of allParts(syntax)) visit(part)
  }

  visit(parseSync(path, text).program as unknown as Syntax) // the ESTree of the parser
  return found
}

function contentsOf(syntax: Syntax): readonly Content[] {
  switch (syntax.type) {
    case 'JSXElement':
    case 'JSXFragment':
      return ['element']
    case 'JSXEmptyExpression':
      return ['nothing']
    case 'TemplateLiteral':
      return ['text']
    case 'Literal':
      return [typeof syntax['value'] === 'string' ? 'text' : 'nothing']
    case 'ParenthesizedExpression':
      return contentsOf(partOf(syntax, 'expression'))
    case 'ConditionalExpression':
      return [
        ...contentsOf(partOf(syntax, 'consequent')),
        ...contentsOf(partOf(syntax, 'alternate')),
      ]
    case 'LogicalExpression':
      return [
        ...(syntax['operator'] === '&&'
          ? (['nothing'] as const)
          : contentsOf(partOf(syntax, 'left'))),
        ...contentsOf(partOf(syntax, 'right')),
      ]
    case 'CallExpression':
      return isList(syntax) ? ['nothing', 'element'] : ['node']
    case 'Identifier':
    case 'MemberExpression':
      return [isNamedAsText(syntax) ? 'text' : 'node']
    default:
      return ['node']
  }
}

/** `reason.label`, `column.header`: an element beside them would have another name. */
function isNamedAsText(syntax: Syntax): boolean {
  const name = syntax['name'] ?? partOf(syntax, 'property')['name']
  return /(label|header|name|text|sentence|message|problem)$/i.test(String(name))
}

/** `rows.map(...)`, `rows?.map(...)`: any number of elements, which have keys. */
function isList(call: Syntax): boolean {
  const property = (partOf(call, 'callee')['property'] as Syntax | undefined)?.['name']
  return property === 'map' || property === 'flatMap'
}

/** The values that a function's own body returns. */
function returnsOf(syntax: Syntax): Syntax[] {
  if (syntax.type === 'ReturnStatement')
    return syntax['argument'] ? [partOf(syntax, 'argument')] : []
  if (/Function/.test(syntax.type)) return []
  return allParts(syntax).flatMap(returnsOf)
}

function partOf(syntax: Syntax, name: string): Syntax {
  return syntax[name] as Syntax // the caller knows the type, and so its parts
}

function partsOf(syntax: Syntax, name: string): Syntax[] {
  return syntax[name] as Syntax[] // as above
}

function allParts(syntax: Syntax): Syntax[] {
  return Object.values(syntax).flat().filter(isSyntax)
}

function isSyntax(value: unknown): value is Syntax {
  return typeof value === 'object' && value !== null && 'type' in value
}
