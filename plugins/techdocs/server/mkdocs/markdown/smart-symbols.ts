import type { MarkdownIt, StateCore, Token } from 'markdown-it'

const symbols: readonly (readonly [RegExp, string])[] = [
  [/\((?:c|C)\)/g, '©'],
  [/\((?:r|R)\)/g, '®'],
  [/\((?:tm|TM)\)/g, '™'],
  [/(?<![\w/])c\/o(?![\w/])/g, '℅'],
  [/\+\/-/g, '±'],
  [/(?<![-<])<-->(?![->])/g, '↔'],
  [/(?<![-<])-->(?![->])/g, '→'],
  [/(?<![-<\w])<--(?![->])/g, '←'],
  [/(?<!=)=\/=(?!=)/g, '≠'],
  [/(?<![\d/])1\/2(?![\d/])/g, '½'],
  [/(?<![\d/])1\/4(?![\d/])/g, '¼'],
  [/(?<![\d/])3\/4(?![\d/])/g, '¾'],
]
/** Every symbol has one of these; most texts have none. */
const begun = /[(/]|--/
const ordinal = /(?<![\w.])(\d{0,9}(?:1st|2nd|3rd|[04-9]th|1[123]th))(?!\w)/

/** Signs for `(c)`, `-->` and their like; never in code. With `smarty`, also quotes and dashes. */
export function addSmartSymbols(md: MarkdownIt, options: { readonly smarty: boolean }): void {
  if (options.smarty) md.options.typographer = true
  md.core.ruler.push('smart_symbols', state => {
    for (const token of state.tokens) if (token.children) replaceIn(state, token)
  })
}

function replaceIn(state: StateCore, token: Token): void {
  let isLinkText = 0
  token.children = token.children!.flatMap(child => {
    if (child.type === 'link_open' && child.info === 'auto') isLinkText += 1
    if (child.type === 'link_close' && child.info === 'auto') isLinkText -= 1
    if (child.type !== 'text' || isLinkText > 0 || child.content === '') return [child]
    if (begun.test(child.content)) for (const [pattern, sign] of symbols) child.content = child.content.replace(pattern, sign)
    return ordinal.test(child.content) ? withOrdinals(state, child) : [child]
  })
}

function withOrdinals(state: StateCore, text: Token): Token[] {
  return text.content.split(new RegExp(ordinal, 'g')).flatMap((part, at) => {
    if (at % 2 === 0) return part === '' ? [] : [textToken(state, part)]
    return [
      textToken(state, part.slice(0, -2)),
      new state.Token('sup_open', 'sup', 1),
      textToken(state, part.slice(-2)),
      new state.Token('sup_close', 'sup', -1),
    ]
  })
}

function textToken(state: StateCore, content: string): Token {
  return Object.assign(new state.Token('text', '', 0), { content })
}
