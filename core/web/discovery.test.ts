// @vitest-environment node
import { expect, test } from 'vitest'
import { createBrowserConfig } from './config.ts'
import { createDiscovery } from './discovery.ts'

function discover(data: Record<string, unknown>, pageUrl = 'https://portal.test/portal/catalog') {
  return createDiscovery(createBrowserConfig([{ context: 'test', data }]), pageUrl)
}

test('a plugin answers below backend.baseUrl, at /api and its id [SHELL-48]', () => {
  expect(discover({ backend: { baseUrl: 'https://api.test/' } }).baseUrl('catalog')).toBe('https://api.test/api/catalog')
})

test('a plugin listed in discovery.endpoints answers at that target [SHELL-49]', () => {
  const discovery = discover({
    backend: { baseUrl: 'https://api.test' },
    discovery: {
      endpoints: [
        { target: 'https://catalog.test/base', plugins: ['catalog'] },
        { target: { internal: 'http://inside.test', external: 'https://{{ pluginId }}.outside.test/api' }, plugins: ['search'] },
        { target: { internal: 'http://only-inside.test' }, plugins: ['docs'] },
      ],
    },
  })
  expect(discovery.baseUrl('catalog')).toBe('https://catalog.test/base')
  expect(discovery.baseUrl('search')).toBe('https://search.outside.test/api')
  expect(discovery.baseUrl('docs')).toBe('https://api.test/api/docs')
})

test('the plugin * stands for all that are not listed', () => {
  const endpoints = [
    { target: 'https://all.test/{{pluginId}}', plugins: ['*'] },
    { target: 'https://one.test', plugins: ['one'] },
  ]
  const discovery = discover({ discovery: { endpoints } })
  expect(discovery.baseUrl('one')).toBe('https://one.test')
  expect(discovery.baseUrl('two')).toBe('https://all.test/two')
})

test('only the backend and the endpoints are trusted with a token, by whole path segments [AUTH-063] [AUTH-064]', () => {
  const endpoints = [{ target: 'https://{{pluginId}}.plugins.test/api', plugins: ['*'] }]
  const discovery = discover({ backend: { baseUrl: 'https://api.test/base' }, discovery: { endpoints } })
  const trusted = ['https://api.test/base/api/x', 'https://api.test/base?x', 'https://search.plugins.test/api/query']
  const others = [
    'https://api.test/based',
    'https://api.test/base/../other',
    'https://api.test.evil.test/base',
    'https://evil.test/https://api.test/base',
    'https://evil.test/.plugins.test/api',
    'https://evil.test#.plugins.test/api',
    'http://search.plugins.test/api',
    'javascript:alert(1)',
    'http://[',
  ]
  expect(trusted.filter(url => !discovery.isTrusted(url))).toEqual([])
  expect(others.filter(url => discovery.isTrusted(url))).toEqual([])
})

test('plugin:// addresses lead to the plugin, wherever it answers [SHELL-47]', () => {
  const endpoints = [{ target: 'https://search.test/base', plugins: ['search'] }]
  const { resolve } = discover({ backend: { baseUrl: 'https://api.test' }, discovery: { endpoints } })
  expect(resolve('plugin://catalog/entities?limit=1#x')).toBe('https://api.test/api/catalog/entities?limit=1#x')
  expect(resolve('plugin://search/query')).toBe('https://search.test/base/query')
  expect(resolve('plugin://catalog')).toBe('https://api.test/api/catalog')
  for (const other of ['https://elsewhere.test/plugin://x', '/api/catalog', 'plugin:catalog', 'plugin:///x'])
    expect(resolve(other)).toBe(other)
})
