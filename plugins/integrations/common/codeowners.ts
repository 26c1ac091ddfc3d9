import { compileGlobs } from '@portico/core/common'

/** Who owns what, by the text of a CODEOWNERS file: the last rule that fits a path holds. `undefined` asks for the repository as a whole. */
export function parseCodeowners(text: string): { ownersOf(path?: string): readonly string[] } {
  const rules = text.split(/\r?\n/).flatMap(toRule)
  return {
    ownersOf(path = '') {
      return rules.findLast(({ matches }) => matches(path))?.owners ?? []
    },
  }
}

function toRule(line: string): { readonly matches: (path: string) => boolean; readonly owners: readonly string[] }[] {
  const [plain = ''] = line.split(/(?:^|\s)#/)
  // Sections of GitLab group rules, and may have default owners.
  if (plain.trim() === '' || /^\^?\[/.test(plain.trim())) return []
  const [pattern = '', ...owners] = plain
    .trim()
    .split(/(?<!\\)\s+/)
    .map(each => each.replaceAll('\\ ', ' '))
  return [{ matches: toMatch(pattern), owners }]
}

/** The patterns of .gitignore, as far as hosts take them here: stars and question marks. */
function toMatch(pattern: string): (path: string) => boolean {
  const isRooted = pattern.replace(/\/$/, '').includes('/')
  const body = pattern.replace(/^\//, '').replace(/\/$/, '')
  const whole = `${isRooted ? '' : '**/'}${body.replaceAll(/[[\]{}()!+@\\]/g, String.raw`\$&`)}`
  // What is named with a slash at its end is a folder; all else may be one.
  const isFitting = compileGlobs([...(pattern.endsWith('/') ? [] : [whole]), `${whole}/**`], { dot: true })
  const isAll = pattern === '*' || pattern === '**' || pattern === '/**' || pattern === '/'
  return path => isAll || (path !== '' && isFitting(path))
}
