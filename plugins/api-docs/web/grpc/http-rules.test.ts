import { expect, test } from 'vitest'
import { readHttpRules } from './http-rules.ts'

test('HTTP calls of a method are read with their bodies and additional bindings, in either spelling', () => {
  const http = {
    post: '/v2/doors:open',
    body: '*',
    additional_bindings: [{ get: '/v2/doors' }, { custom: { kind: 'PURGE', path: '/v2' } }],
  }
  const { rules, others } = readHttpRules({ '(google.api.http)': http, deprecated: true })
  expect(rules).toEqual([
    { method: 'POST', path: '/v2/doors:open', body: '*' },
    { method: 'GET', path: '/v2/doors' },
    { method: 'PURGE', path: '/v2' },
  ])
  expect(others).toEqual({ deprecated: true })
  expect(readHttpRules({ 'google.api.http': { put: '/a', additionalBindings: { patch: '/b' } } }).rules).toHaveLength(2)
})

test('an option that is no HTTP rule gives none', () => {
  expect(readHttpRules({ 'google.api.http': 'GET /a' }).rules).toEqual([])
  expect(readHttpRules({ 'google.api.http': { additional_bindings: [null, 3, { get: 7 }] } }).rules).toEqual([])
  expect(readHttpRules(undefined)).toEqual({ rules: [], others: {} })
})
