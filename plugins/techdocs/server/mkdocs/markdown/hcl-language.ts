import type { HLJSApi, Language } from 'highlight.js'

/** HCL and Terraform, which highlight.js does not have. */
export function defineHcl(hljs: HLJSApi): Language {
  const interpolation = { className: 'subst', begin: /\$\{/, end: /\}/, contains: [hljs.NUMBER_MODE] }
  const text = { className: 'string', begin: /"/, end: /"/, illegal: /\n/, contains: [hljs.BACKSLASH_ESCAPE, interpolation] }
  return {
    name: 'HCL',
    keywords: {
      keyword:
        'resource data variable output module provider terraform locals dynamic for_each count for in if lifecycle backend required_providers moved import check',
      literal: 'true false null',
    },
    contains: [
      hljs.COMMENT('#', '$'),
      hljs.COMMENT('//', '$'),
      hljs.C_BLOCK_COMMENT_MODE,
      hljs.NUMBER_MODE,
      text,
      { className: 'attr', begin: /^[ ]*[\w-]+(?=[ ]*=)/ },
      { className: 'string', begin: /<<-?(\w+)$/, end: /^[ ]*\w+$/ },
    ],
  }
}
