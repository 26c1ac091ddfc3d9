/** A part of a text: as it is, or an expression. */
export type TemplatePart = { readonly text: string } | { readonly expression: string; readonly at: number }

/** Thrown for a text whose braces do not fit. */
export class TemplateError extends Error {}

const quotes = new Set(['"', "'", '`'])

/** `/apps/{entity.metadata.name}`: what stands in braces is an expression, `{{` and `}}` are braces. */
export function parseTemplate(source: string): TemplatePart[] {
  const parts: TemplatePart[] = []
  let text = ''
  for (let at = 0; at < source.length; at += 1) {
    const char = source[at]
    if ((char === '{' || char === '}') && source[at + 1] === char && !isInExpression(source, at)) {
      text += char
      at += 1
    } else if (char === '{') {
      if (text !== '') parts.push({ text })
      text = ''
      const end = endOf(source, at)
      parts.push({ expression: source.slice(at + 1, end), at: at + 1 })
      at = end
    } else if (char === '}') throw new TemplateError(`'}' at character ${at + 1} closes no '{'; write '}}' for a brace`)
    else text += char
  }
  if (text !== '' || parts.length === 0) parts.push({ text })
  return parts
}

/** `{{"a": 1}.a}` is an expression that begins with an object; `{{name}}` are braces. */
function isInExpression(source: string, at: number): boolean {
  return source[at] === '{' && /^\{\{\s*["'`]/.test(source.slice(at, at + 20))
}

function endOf(source: string, start: number): number {
  let depth = 0
  let quote: string | undefined
  for (let at = start; at < source.length; at += 1) {
    const char = source[at] ?? ''
    if (quote !== undefined) {
      if (char === '\\') at += 1
      else if (char === quote) quote = undefined
    } else if (quotes.has(char)) quote = char
    else if (char === '{') depth += 1
    else if (char === '}' && (depth -= 1) === 0) return at
  }
  throw new TemplateError(`'{' at character ${start + 1} has no '}'`)
}
