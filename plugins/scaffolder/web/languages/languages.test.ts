import type { Translation } from '@portico/core/web'
import { expect, test } from 'vitest'
import { formMessages, scaffolderMessages } from '../messages.ts'
import { translation as french } from './french.ts'
import { translation as german } from './german.ts'
import { translation as japanese } from './japanese.ts'
import { translation as spanish } from './spanish.ts'

const valuesOf = (words: string) => [...words.matchAll(/\{\w+\}/g)].map(([name]) => name).sort()

test.each<[string, Translation]>([
  ['German', german],
  ['French', french],
  ['Spanish', spanish],
  ['Japanese', japanese],
])('every text is there in %s, with its values', (_language, translation) => {
  for (const messages of [scaffolderMessages, formMessages]) {
    const english = Object.values(messages)
    const words = translation[english[0]?.catalogue ?? ''] ?? {}
    expect(Object.keys(words).sort()).toEqual(english.map(({ key }) => key).sort())
    for (const { key, text } of english) expect([key, valuesOf(words[key] ?? '')]).toEqual([key, valuesOf(text)])
  }
})
