import hljs from 'highlight.js/lib/core'
import { createRequire } from 'node:module'
import { defineHcl } from './hcl-language.ts'

const require = createRequire(import.meta.url)

/** Larger blocks stay plain: colours help nobody there, and cost the most. */
const maxHighlighted = 50_000

const names: Readonly<Record<string, string>> = {
  sh: 'bash',
  zsh: 'bash',
  shell: 'bash',
  console: 'shell',
  'shell-session': 'shell',
  pycon: 'python-repl',
  js: 'javascript',
  jsx: 'javascript',
  mjs: 'javascript',
  ts: 'typescript',
  tsx: 'typescript',
  py: 'python',
  py3: 'python',
  python3: 'python',
  rb: 'ruby',
  rs: 'rust',
  yml: 'yaml',
  html: 'xml',
  svg: 'xml',
  vue: 'xml',
  docker: 'dockerfile',
  tf: 'hcl',
  terraform: 'hcl',
  jinja: 'django',
  jinja2: 'django',
  j2: 'django',
  golang: 'go',
  kt: 'kotlin',
  cs: 'csharp',
  'c#': 'csharp',
  'c++': 'cpp',
  h: 'cpp',
  ps1: 'powershell',
  toml: 'ini',
  cfg: 'ini',
  conf: 'ini',
  env: 'ini',
  dotenv: 'ini',
  make: 'makefile',
  md: 'markdown',
  proto: 'protobuf',
  gql: 'graphql',
  jsonc: 'json',
  json5: 'json',
  postgres: 'pgsql',
  postgresql: 'pgsql',
  psql: 'pgsql',
  objc: 'objectivec',
  ex: 'elixir',
  hs: 'haskell',
  tex: 'latex',
  patch: 'diff',
  cmd: 'dos',
  bat: 'dos',
}

/** Code as HTML with the classes of highlight.js; undefined for languages that are not known. */
export function highlight(code: string, language: string): string | undefined {
  const name = names[language] ?? language
  if (code.length > maxHighlighted || !load(name)) return undefined
  return hljs.highlight(code, { language: name, ignoreIllegals: true }).value
}

/** Languages are loaded when a page uses them. */
function load(name: string): boolean {
  if (hljs.getLanguage(name)) return true
  if (!/^[a-z0-9-]{1,30}$/.test(name)) return false
  try {
    hljs.registerLanguage(
      name,
      name === 'hcl' ? defineHcl : (require(`highlight.js/lib/languages/${name}`) as Parameters<typeof hljs.registerLanguage>[1]),
    )
    return true
  } catch {
    return false
  }
}

/** Splits highlighted code into lines; elements that span lines are closed and opened again. */
export function splitLines(html: string): string[] {
  const open: string[] = []
  return html.split('\n').map(line => {
    const before = open.join('')
    for (const [tag] of line.matchAll(/<span[^>]*>|<\/span>/g)) {
      if (tag === '</span>') open.pop()
      else open.push(tag)
    }
    return `${before}${line}${'</span>'.repeat(open.length)}`
  })
}
