import type { Translation } from '@portico/core/web'
import { expect, test } from 'vitest'
import { notificationsMessages } from '../messages.ts'
import { pageMessages } from '../page-messages.ts'
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
  const words = translation['notifications'] ?? {}
  const english = [...Object.values(pageMessages), ...Object.values(notificationsMessages)]
  expect(Object.keys(words).sort()).toEqual(english.map(({ key }) => key).sort())
  for (const { key, text } of english) expect([key, valuesOf(words[key] ?? '')]).toEqual([key, valuesOf(text)])
})
