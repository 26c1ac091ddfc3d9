import { describe, expect, it } from 'vitest'
import { fillUrlPattern, urlPatternMistake } from './url-pattern.ts'

describe('discovery URL patterns', () => {
  it('a pattern must be a valid http(s) URL [SHELL-32]', () => {
    expect(urlPatternMistake('https://x.example:8080/api/{{ pluginId }}')).toBeUndefined()
    expect(urlPatternMistake('https://{{pluginId}}.example')).toBeUndefined()
    for (const pattern of ['', 'nope', '/api', 'ftp://x', 'http://', 'javascript:alert(1)', 'http://a b'])
      expect(urlPatternMistake(pattern), pattern).toContain('is not a valid URL')
  })

  it('a pattern must have no hash or query [SHELL-33]', () => {
    for (const pattern of ['https://x/a#b', 'https://x/a#']) expect(urlPatternMistake(pattern)).toContain('must not have a hash')
    for (const pattern of ['https://x/a?b=1', 'https://x/a?']) expect(urlPatternMistake(pattern)).toContain('must not have a query')
  })

  it('a pattern must not end in a slash [SHELL-34]', () => {
    for (const pattern of ['https://x/', 'https://x/{{pluginId}}/']) expect(urlPatternMistake(pattern)).toContain('must not end in a slash')
  })

  it('only internal patterns may be looked up by SRV', () => {
    expect(urlPatternMistake('http+srv://svc/{{pluginId}}', { srv: true })).toBeUndefined()
    expect(urlPatternMistake('http+srv://svc/{{pluginId}}')).toContain('is not a valid URL')
  })

  it('the plugin id is encoded where it is filled in', () => {
    expect(fillUrlPattern('https://x/{{ pluginId }}/{{pluginId}}', 'a/b')).toBe('https://x/a%2Fb/a%2Fb')
  })
})
