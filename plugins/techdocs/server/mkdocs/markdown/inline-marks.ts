import type { MarkdownIt, StateInline } from 'markdown-it'

/** `==mark==`, `^^ins^^`, `~~del~~`, `H~2~O`, `x^2^`, keys `++ctrl+c++`, and the marks of critics. */
export function addInlineMarks(md: MarkdownIt): void {
  md.inline.ruler.before('emphasis', 'critic', critic)
  pairs(md, '=', 'mark')
  pairs(md, '^', 'ins')
  md.inline.ruler.after('strikethrough', 'sub', small('~', 'sub'))
  md.inline.ruler.after('strikethrough', 'sup', small('^', 'sup'))
  md.inline.ruler.before('emphasis', 'keys', keys)
}

/** Two signs around a text, as the library does it for `~~`. */
function pairs(md: MarkdownIt, sign: string, tag: string): void {
  const code = sign.charCodeAt(0)
  md.inline.ruler.before('emphasis', tag, (state, silent) => {
    if (silent || state.src.charCodeAt(state.pos) !== code) return false
    const { can_open: open, can_close: close, length } = state.scanDelims(state.pos, true)
    if (length !== 2) return false
    const token = state.push('text', '', 0)
    token.content = sign.repeat(2)
    state.delimiters.push({ marker: code, length: 0, token: state.tokens.length - 1, end: -1, open, close })
    state.pos += 2
    return true
  })
  md.inline.ruler2.before('emphasis', tag, state => {
    for (const delimiters of [state.delimiters, ...state.tokens_meta.flatMap(meta => (meta?.delimiters ? [meta.delimiters] : []))]) {
      for (const { marker, end, token } of delimiters) {
        if (marker !== code || end === -1) continue
        Object.assign(state.tokens[token]!, { type: `${tag}_open`, tag, nesting: 1, content: '' })
        Object.assign(state.tokens[delimiters[end]!.token]!, { type: `${tag}_close`, tag, nesting: -1, content: '' })
      }
    }
  })
}

/** One sign around a text without blanks. */
function small(sign: string, tag: string) {
  const pattern = new RegExp(`\\${sign}([^\\s${sign}\\\\]{1,200})\\${sign}(?!\\${sign})`, 'y')
  return (state: StateInline, silent: boolean): boolean => {
    if (state.src[state.pos] !== sign || state.src[state.pos + 1] === sign || state.src[state.pos - 1] === sign) return false
    pattern.lastIndex = state.pos
    const found = pattern.exec(state.src)
    if (!found || pattern.lastIndex > state.posMax) return false
    if (!silent) pushElement(state, tag, found[1]!)
    state.pos += found[0].length
    return true
  }
}

function pushElement(state: StateInline, tag: string, text: string, className?: string): void {
  const open = state.push(`${tag}_open`, tag, 1)
  if (className !== undefined) open.attrSet('class', className)
  state.push('text', '', 0).content = text
  state.push(`${tag}_close`, tag, -1)
}

const keyPattern = /\+\+((?:[a-z0-9][\w-]{0,30}|"[^"\n+]{1,30}")(?:\+(?:[a-z0-9][\w-]{0,30}|"[^"\n+]{1,30}")){0,6})\+\+/iy

const keyNames: Readonly<Record<string, string>> = {
  ctrl: 'Ctrl',
  control: 'Ctrl',
  alt: 'Alt',
  shift: 'Shift',
  cmd: 'Cmd',
  command: 'Cmd',
  meta: 'Meta',
  win: 'Win',
  windows: 'Win',
  option: 'Option',
  enter: 'Enter',
  return: 'Return',
  tab: 'Tab',
  esc: 'Esc',
  escape: 'Esc',
  space: 'Space',
  backspace: 'Backspace',
  del: 'Del',
  delete: 'Del',
  ins: 'Ins',
  up: 'Up',
  down: 'Down',
  left: 'Left',
  right: 'Right',
  home: 'Home',
  end: 'End',
  'page-up': 'Page Up',
  'page-down': 'Page Down',
  'arrow-up': '↑',
  'arrow-down': '↓',
  'arrow-left': '←',
  'arrow-right': '→',
  caps: 'Caps Lock',
  'caps-lock': 'Caps Lock',
}

function keys(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 43 || /[\w+]/.test(state.src[state.pos - 1] ?? ' ')) return false
  keyPattern.lastIndex = state.pos
  const found = keyPattern.exec(state.src)
  if (!found || keyPattern.lastIndex > state.posMax) return false
  if (!silent) {
    state.push('span_open', 'span', 1).attrSet('class', 'keys')
    found[1]!.split('+').forEach((key, at) => {
      if (at > 0) pushElement(state, 'span', '+')
      const name = key.toLowerCase()
      pushElement(
        state,
        'kbd',
        key.startsWith('"') ? key.slice(1, -1) : (keyNames[name] ?? name.charAt(0).toUpperCase() + name.slice(1)),
        `key-${name.replace(/\W/g, '')}`,
      )
    })
    state.push('span_close', 'span', -1)
  }
  state.pos += found[0].length
  return true
}

const criticPatterns = [
  [/\{\+\+([^{}]{1,2000}?)\+\+\}/y, 'ins', 'critic'],
  [/\{--([^{}]{1,2000}?)--\}/y, 'del', 'critic'],
  [/\{==([^{}]{1,2000}?)==\}/y, 'mark', 'critic'],
  [/\{>>([^{}]{1,2000}?)<<\}/y, 'span', 'critic comment'],
] as const

function critic(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 123) return false
  const change = /\{~~([^{}]{0,1000}?)~>([^{}]{0,1000}?)~~\}/y
  change.lastIndex = state.pos
  const changed = change.exec(state.src)
  if (changed) {
    if (!silent) {
      pushElement(state, 'del', changed[1]!, 'critic')
      pushElement(state, 'ins', changed[2]!, 'critic')
    }
    state.pos += changed[0].length
    return true
  }
  for (const [pattern, tag, className] of criticPatterns) {
    pattern.lastIndex = state.pos
    const found = pattern.exec(state.src)
    if (!found) continue
    if (!silent) pushElement(state, tag, found[1]!, className)
    state.pos += found[0].length
    return true
  }
  return false
}
