import { StreamLanguage, type StringStream } from '@codemirror/language'

interface Language {
  readonly keywords: ReadonlySet<string>
  /** Begin a comment up to the end of the line. */
  readonly lineComment: string
  /** Begins and ends what goes over lines, and what it is. */
  readonly block: { readonly start: string; readonly end: string; readonly name: string }
}

const graphqlWords =
  'type input enum interface union scalar directive schema extend implements query mutation subscription fragment on repeatable true false null'
const protobufWords =
  'syntax edition import public weak package option message enum service rpc returns stream oneof repeated optional required reserved extensions extend to map group true false'

const graphql: Language = {
  keywords: new Set(graphqlWords.split(' ')),
  lineComment: '#',
  block: { start: '"""', end: '"""', name: 'string' },
}
const protobuf: Language = {
  keywords: new Set(protobufWords.split(' ')),
  lineComment: '//',
  block: { start: '/*', end: '*/', name: 'comment' },
}

/** Colours of languages that are words, strings and comments: those of schemas. */
function toLanguage({ keywords, lineComment, block }: Language) {
  function toEnd(stream: StringStream, state: { inBlock: boolean }) {
    const found = stream.skipTo(block.end)
    if (found) stream.match(block.end)
    else stream.skipToEnd()
    state.inBlock = !found
    return block.name
  }
  return StreamLanguage.define<{ inBlock: boolean }>({
    startState: () => ({ inBlock: false }),
    copyState: state => ({ ...state }),
    token(stream, state) {
      if (state.inBlock || stream.match(block.start)) return toEnd(stream, state)
      if (stream.eatSpace()) return null
      if (stream.match(lineComment)) {
        stream.skipToEnd()
        return 'comment'
      }
      if (stream.match(/^"(?:[^"\\]|\\.)*"?/) || stream.match(/^'(?:[^'\\]|\\.)*'?/)) return 'string'
      if (stream.match(/^@[\w]+/)) return 'meta'
      if (stream.match(/^-?\d[\w.+-]*/)) return 'number'
      const word = stream.match(/^[A-Za-z_][\w.]*/)
      if (word && word !== true) return keywords.has(word[0]) ? 'keyword' : /^[A-Z]/.test(word[0]) ? 'typeName' : null
      stream.next()
      return null
    },
  })
}

export const graphqlLanguage = () => toLanguage(graphql)
export const protobufLanguage = () => toLanguage(protobuf)
