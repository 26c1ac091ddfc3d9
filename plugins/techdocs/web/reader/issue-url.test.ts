import { expect, test } from 'vitest'
import { newIssueOf, toTitle } from './issue-url.ts'

const github = 'https://github.com/acme/web/edit/main/docs/index.md'

const bodyOf = (quote: string) => new URL(newIssueOf(github, 'T', { quote })!.url).searchParams.get('body')!

test('a new issue is one of the repository that the edit link names, on GitHub and GitLab', () => {
  const issue = newIssueOf(github, 'Documentation feedback: Home', { pageUrl: 'https://portal.test/docs/x' })!
  expect(issue.host).toBe('GitHub')
  const url = new URL(issue.url)
  expect(url.origin + url.pathname).toBe('https://github.com/acme/web/issues/new')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    title: 'Documentation feedback: Home',
    body: `Page:\nhttps://portal.test/docs/x\n\nDocumentation source:\n${github}`,
  })
  const gitlab = newIssueOf('https://gitlab.example.com/a/b/c/-/edit/main/docs/index.md', 'T')!
  expect(gitlab.host).toBe('GitLab')
  expect(new URL(gitlab.url).pathname).toBe('/a/b/c/issues/new')
  expect(new URL(gitlab.url).searchParams.get('issue[title]')).toBe('T')
})

test('there is none without an edit link, on other hosts, and for addresses that are none of the web', () => {
  for (const url of [undefined, 'x', 'https://bitbucket.org/a/b/src/main/x.md', 'javascript:/a/b/edit/main/x'])
    expect(newIssueOf(url, 'T'), url).toBeUndefined()
})

test('what is selected is quoted as plain text, line by line', () => {
  expect(bodyOf('first\nsecond')).toContain('> first\n> second\n\n')
  const hostile = bodyOf('@team #12 <img src=x> [a](javascript:1)\r\n# heading `code`')
  const lines = hostile.split('\n\n')[0]!.split('\n')
  expect(lines.every(line => line.startsWith('> '))).toBe(true)
  expect(lines[0]).toBe('> @\u2060team \\#12 \\<img src=x\\> \\[a\\](javascript:1)')
  expect(lines[1]).toBe('> \\# heading \\`code\\`')
})

test('long selections are shortened, so that no host refuses the address', () => {
  expect([...toTitle('äöü 😀 '.repeat(50))]).toHaveLength(71)
  expect(toTitle('two\n lines')).toBe('two lines')
  expect(newIssueOf(github, toTitle('日本語'.repeat(5000)), { quote: '日本語'.repeat(5000) })!.url.length).toBeLessThan(8000)
})
