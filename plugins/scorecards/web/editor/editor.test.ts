// @vitest-environment node
import type { Completions } from '@portico/scorecards/common'
import { expect, test } from 'vitest'
import { completeDocument } from './complete-document.ts'
import { stateOf, withState } from './document-text.ts'
import { starterOf } from './starter-documents.ts'

const sources: Completions = {
  facts: [{ name: 'argocd.sync', title: 'Sync', type: 'state', source: 'argocd' }],
  fields: [{ name: 'entity.metadata.name', description: 'The name' }],
  functions: [{ name: '$fact', signature: '(name)', description: 'A fact' }],
  checks: [{ name: 'has-docs', title: 'Has docs' }],
}
const labelsAt = (text: string) => completeDocument(text, text.length, sources).map(({ label }) => label)

test('the editor completes keys, values, facts inside of $fact, and the names of checks', () => {
  expect(labelsAt('kind: Check\nspec:\n  se')).toContain('severity')
  expect(labelsAt('kind: Scorecard\nspec:\n  le')).toContain('levels')
  expect(labelsAt('kind: Check\nspec:\n  severity: ')).toEqual(['critical', 'high', 'medium', 'low'])
  expect(labelsAt('kind: Check\nspec:\n  expression: $fact("ar')).toEqual(['argocd.sync'])
  expect(labelsAt('kind: Check\nspec:\n  expression: |\n    ent')).toContain('entity.metadata.name')
  expect(labelsAt('kind: Scorecard\nspec:\n  levels:\n    - name: bronze\n      checks:\n        - ')).toEqual(['has-docs'])
  expect(labelsAt('kind: Campaign\nspec:\n  checks: [has')).toEqual(['has-docs'])
})

test('the state of a text changes without anything else in it', () => {
  const text = starterOf('Check', 'group:default/rockets')
  expect(text).toContain('owner: group:default/rockets')
  expect(stateOf(text)).toBe('draft')
  const active = withState(text, 'active')
  expect(active).toBe(text.replace('state: draft', 'state: active'))
  const bare = 'kind: Check\nspec:\n  owner: group:a # the owner\n'
  expect(stateOf(bare)).toBe('active')
  expect(withState(bare, 'retired')).toBe('kind: Check\nspec:\n  state: retired\n  owner: group:a # the owner\n')
})
