import { expect, test } from 'vitest'
import { scmScopes } from './scm-scopes.ts'

test('the scopes for GitHub are repo, read:org and read:user [INTEG-26]', () => {
  expect(scmScopes('github')).toEqual(['repo', 'read:org', 'read:user'])
})

test('writing to repositories adds the scope gist for GitHub [INTEG-27]', () => {
  expect(scmScopes('github', { repoWrite: true })).toEqual(['repo', 'read:org', 'read:user', 'gist'])
})

test('GitLab, Azure and Bitbucket have scopes for reading, and more for writing to repositories [INTEG-28]', () => {
  for (const platform of ['gitlab', 'azure', 'bitbucket'] as const) {
    const read = scmScopes(platform)
    const write = scmScopes(platform, { repoWrite: true })
    expect(read.length).toBeGreaterThan(0)
    expect(write.slice(0, read.length)).toEqual(read)
    expect(write.length).toBeGreaterThan(read.length)
    expect(new Set(write).size).toBe(write.length)
  }
  expect(scmScopes('gitlab', { repoWrite: true })).toContain('write_repository')
  expect(scmScopes('azure', { repoWrite: true })).toContain('vso.code_manage')
  expect(scmScopes('bitbucket', { repoWrite: true })).toContain('pullrequest:write')
})
