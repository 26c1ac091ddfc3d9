// @vitest-environment node
import { globSync } from 'node:fs'
import path from 'node:path'
import type { Message } from '@portico/core/web'
import { beforeAll, expect, test } from 'vitest'
import { plugins } from './plugins.ts'

const root = path.resolve(import.meta.dirname, '../..')
const placeholdersIn = (words: string) => [...words.matchAll(/\{\w+\}/g)].map(([place]) => place).sort()
const nameOf = ({ catalogue, key }: Pick<Message, 'catalogue' | 'key'>) => `${catalogue}.${key}`

let english: readonly Message[]
beforeAll(async () => {
  const files = globSync('plugins/*/web/**/*messages.ts', { cwd: root })
  const modules = await Promise.all(files.map(file => import(path.join(root, file)) as Promise<Record<string, Record<string, Message>>>))
  english = modules.flatMap(module => Object.values(module).flatMap(messages => Object.values(messages)))
})

test.each(['de', 'fr', 'es', 'ja'])('%s has every text of every plugin, with the same values, and no other', async code => {
  const loaded = await Promise.all(plugins.map(async ({ translations }) => (await translations?.[code]?.())?.translation ?? {}))
  const texts = new Map(
    loaded
      .flatMap(translation => Object.entries(translation))
      .flatMap(([catalogue, words]) => Object.entries(words).map(([key, text]) => [nameOf({ catalogue, key }), text])),
  )
  expect(english.filter(message => !texts.get(nameOf(message))).map(nameOf)).toEqual([])
  const different = english.filter(message => placeholdersIn(texts.get(nameOf(message))!).join() !== placeholdersIn(message.text).join())
  expect(different.map(nameOf)).toEqual([])
  const known = new Set(english.map(nameOf))
  expect([...texts.keys()].filter(name => !known.has(name))).toEqual([])
})
