import { describe, expect, test } from 'vitest'
import { readRepoUrl, repoUrlProblems, stringifyRepoUrl } from './repo-url.ts'

const platforms: Record<string, string> = {
  'github.com': 'github',
  'gitlab.com': 'gitlab',
  'gitea.test': 'gitea',
  'bitbucket.org': 'bitbucketCloud',
  'bitbucket.test': 'bitbucketServer',
  'dev.azure.com': 'azure',
  'gerrit.test': 'gerrit',
}
const problems = (text: string) => repoUrlProblems(text, host => platforms[host])

describe('the repository location', () => {
  test('is one text of host, owner, repo, organization, workspace and project [SCAF-051]', () => {
    const parts = { host: 'h.test', owner: 'a', repo: 'b', organization: 'c', workspace: 'd', project: 'e' }
    expect(stringifyRepoUrl(parts)).toBe('h.test?owner=a&repo=b&organization=c&workspace=d&project=e')
    expect(readRepoUrl('h.test?owner=a&repo=b&organization=c&workspace=d&project=e')).toEqual(parts)
  })
  test('has only the parts that are not empty [SCAF-052]', () => {
    expect(stringifyRepoUrl({ host: 'h.test', owner: '', repo: 'b', project: undefined })).toBe('h.test?repo=b')
  })
  test('is not produced without a host [SCAF-053]', () => {
    expect(stringifyRepoUrl({ owner: 'a', repo: 'b' })).toBeUndefined()
    expect(stringifyRepoUrl({ host: '', repo: 'b' })).toBeUndefined()
  })
  test('may name the path that its host is installed at', () => {
    expect(readRepoUrl('git.test:8443/gitea?owner=a&repo=b')).toEqual({ host: 'git.test:8443', owner: 'a', repo: 'b' })
    expect(readRepoUrl('git.test/gitea/?repo=b')).toEqual({ host: 'git.test', repo: 'b' })
  })
  test('survives a round trip with odd characters', () => {
    const parts = { host: 'h.test:8443', owner: 'a b/c&d', repo: 'ü' }
    expect(readRepoUrl(stringifyRepoUrl(parts) ?? '')).toEqual(parts)
  })
})

describe('the check of a repository location', () => {
  test('says when a text cannot be parsed [SCAF-086]', () => {
    expect(problems('a b?owner=x')).toEqual(['Unable to parse the Repository URL'])
    expect(problems('https://github.com')).toEqual(['Unable to parse the Repository URL'])
  })
  test('says when there is no host [SCAF-087]', () => {
    expect(problems('')).toEqual(['Incomplete repository location provided, host not provided'])
    expect(problems('?owner=a&repo=b')).toEqual(['Incomplete repository location provided, host not provided'])
  })
  test('wants an owner everywhere but on Gerrit, Bitbucket and Azure [SCAF-088]', () => {
    const owner = 'Incomplete repository location provided, owner not provided'
    for (const host of ['github.com', 'gitlab.com', 'gitea.test', 'other.test']) expect(problems(`${host}?repo=b`)).toEqual([owner])
    expect(problems('github.com?owner=a&repo=b')).toEqual([])
    expect(problems('gerrit.test?workspace=p&repo=b')).toEqual([])
    expect(problems('bitbucket.test?project=p&repo=b')).toEqual([])
    expect(problems('bitbucket.org?workspace=w&project=p&repo=b')).toEqual([])
    expect(problems('dev.azure.com?project=p&repo=b')).toEqual([])
  })
  test('wants a repo on every platform [SCAF-089]', () => {
    const repo = 'Incomplete repository location provided, repo not provided'
    const complete = [
      'github.com?owner=a',
      'gitlab.com?owner=a',
      'gitea.test?owner=a',
      'dev.azure.com?project=p',
      'bitbucket.test?project=p',
    ]
    for (const text of [...complete, 'bitbucket.org?workspace=w&project=p', 'gerrit.test?workspace=p'])
      expect(problems(text)).toEqual([repo])
  })
  test('wants a workspace of Bitbucket only on bitbucket.org [SCAF-090]', () => {
    const workspace = 'Incomplete repository location provided, workspace not provided'
    expect(problems('bitbucket.org?project=p&repo=b')).toEqual([workspace])
    expect(problems('bitbucket.test?project=p&repo=b')).toEqual([])
  })
  test('wants a project of Bitbucket everywhere [SCAF-091]', () => {
    const project = 'Incomplete repository location provided, project not provided'
    expect(problems('bitbucket.org?workspace=w&repo=b')).toEqual([project])
    expect(problems('bitbucket.test?repo=b')).toEqual([project])
  })
  test('wants a project of Azure [SCAF-092]', () => {
    expect(problems('dev.azure.com?organization=o&repo=b')).toEqual(['Incomplete repository location provided, project not provided'])
  })
})
