import { expect, test } from 'vitest'
import { editorMessages } from './editor/messages.ts'
import { pageMessages } from './parts/page-messages.ts'
import { referenceMessages } from './reference/messages.ts'
import { runningMessages } from './running/messages.ts'
import { scaffolderTranslations } from './translations.ts'

const valuesOf = (words: string) => [...words.matchAll(/\{\w+\}/g)].map(([name]) => name).sort()
const catalogues = [pageMessages, runningMessages, referenceMessages, editorMessages]

test.each(Object.entries(scaffolderTranslations))('every text is there in %s, with its values', async (_language, load) => {
  const { translation } = await load()
  for (const messages of catalogues) {
    const english = Object.values(messages)
    const words = translation[english[0]?.catalogue ?? ''] ?? {}
    expect(Object.keys(words).sort()).toEqual(english.map(({ key }) => key).sort())
    for (const { key, text } of english) expect([key, valuesOf(words[key] ?? '')]).toEqual([key, valuesOf(text)])
  }
})
