import type { BuiltRequest } from '@portico/api-docs/common'
import { expect, test } from 'vitest'
import { sampleLanguages, type SampleLanguage } from './sample-languages.ts'
import { writeSample } from './write-sample.ts'

const languages = Object.keys(sampleLanguages) as SampleLanguage[]
const request: BuiltRequest = {
  method: 'POST',
  url: 'https://api.test/v1/things?limit=5&q=a%20b',
  headers: [
    ['Content-Type', 'application/json'],
    ['Authorization', 'Bearer <token>'],
  ],
  body: { type: 'application/json', text: '{"name":"it\'s"}' },
}

test.each(languages)('a sample in %s has address, method, token and body', language => {
  const code = writeSample(language, request)
  for (const part of ['https://api.test/v1/things', 'limit', /POST|post/, 'Bearer <token>', 'name'])
    expect(code).toMatch(part instanceof RegExp ? part : new RegExp(part.replaceAll(/[.?]/g, String.raw`\$&`)))
})

test('an address cannot end the text of a shell', () => {
  const code = writeSample('curl', { method: 'GET', url: "https://api.test/a;rm -rf ~/`id`/$(id)/'&", headers: [] })
  expect(code.split('\n')).toHaveLength(1)
  expect(code).toMatch(/^curl '[^'`;&()"]*'$/)
})

test('forms are written as forms, and what is not filled in stays readable', () => {
  const fields = [['a', 'b']] as const
  const form = (type: string) => writeSample('curl', { ...request, headers: [], body: { type, text: '', fields } })
  expect(form('application/x-www-form-urlencoded')).toContain("--data-urlencode 'a=b'")
  expect(form('multipart/form-data; boundary=x')).toContain("--form 'a=b'")
  for (const language of languages)
    expect(writeSample(language, { method: 'GET', url: 'https://api.test/things/{id}', headers: [] })).toMatch(/\{id\}|%7Bid%7D/)
})
