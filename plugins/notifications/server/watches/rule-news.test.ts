import type { EntityProblem } from '@portico/catalog/server'
import { healthProblemTypes } from '@portico/catalog/common'
import { expect, test } from 'vitest'
import { toRuleNews, toRulePayload } from './rule-news.ts'

const ref = 'component:default/shop'
const failed: EntityProblem = { id: 'entity:1', type: 'failed-document', cause: 'spec.type: is missing' }
const unowned: EntityProblem = { id: 'unowned:1', type: 'unowned', cause: 'component:default/shop names no owner' }
const dangling: EntityProblem = { id: 'reference:1:dependsOn:2', type: 'dangling-reference', cause: '' }
const payloadOf = (told: readonly EntityProblem[], now: readonly EntityProblem[]) => toRulePayload(ref, toRuleNews(told, now)!)

test('a rule that an entity begins to break is the title, and what is wrong the text', () => {
  expect(payloadOf([], [failed])).toEqual({
    title: 'Component shop could not be processed',
    description: 'could not be processed: spec.type: is missing',
    link: '/catalog/default/component/shop',
    severity: 'high',
    topic: 'entity-broken',
    scope: 'broken:component:default/shop',
  })
  expect(payloadOf([], [dangling])).toMatchObject({
    title: 'Component shop refers to something that is missing',
    description: 'refers to something that is missing',
    severity: 'normal',
  })
  expect(payloadOf([], [unowned, dangling])).toMatchObject({ title: 'Component shop breaks 2 rules' })
  for (const type of healthProblemTypes) expect(payloadOf([], [{ ...unowned, type }]).title).toMatch(/^Component shop [a-z]/)
})

test('nothing is told while the same rules are broken, and other mistakes in the same document are news', () => {
  expect(toRuleNews([failed, unowned], [unowned, failed])).toBeUndefined()
  expect(toRuleNews([], [])).toBeUndefined()
  expect(toRuleNews([{ ...unowned, cause: 'else' }], [unowned])).toBeUndefined()
  expect(toRuleNews([failed], [{ ...failed, cause: 'spec.owner: is missing' }])).toMatchObject({ begun: [{ id: 'entity:1' }], mended: [] })
})

test('what is mended is told, with what is left', () => {
  expect(payloadOf([failed, unowned], [])).toMatchObject({
    title: 'Component shop is in order again',
    description: 'No longer: could not be processed\nNo longer: has no owner',
    severity: 'normal',
  })
  expect(payloadOf([failed, unowned], [unowned])).toMatchObject({
    title: 'Component shop still breaks a rule',
    description: 'No longer: could not be processed\nStill: has no owner: component:default/shop names no owner',
  })
  expect(payloadOf([unowned], [dangling]).description).toBe('refers to something that is missing\nNo longer: has no owner')
})
