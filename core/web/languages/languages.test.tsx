import { renderPage } from '@portico/core/testing/web'
import { act, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createMemoryStorage, defineMessages, defineWebPlugin, languagesApiRef, useText, type AppOptions } from '../index.ts'
import { createLanguages } from './languages.ts'

const messages = defineMessages('greeter', { hello: 'Hello {name}', bye: 'Goodbye' })
function GreeterPage() {
  const text = useText()
  return (
    <>
      <h1>{text(messages.hello, { name: 'Ada' })}</h1>
      <p>{text(messages.bye)}</p>
    </>
  )
}
const greeterWeb = defineWebPlugin({
  id: 'greeter',
  pages: [{ path: '/', title: 'Greeter', load: async () => ({ default: GreeterPage }) }],
  translations: {
    de: async () => ({ translation: { greeter: { hello: 'Hallo {name}' } } }),
    fr: () => Promise.reject(new Error('offline')),
  },
})

function open(options: Partial<AppOptions> & { storage?: Storage } = {}) {
  const opened = renderPage({ plugins: [greeterWeb], ...options })
  return { ...opened, languages: opened.portal.apis.get(languagesApiRef) }
}

test('the portal is in English by default [SHELL-65]', async () => {
  const { screen, languages } = open()
  expect(await screen.findByRole('heading', { name: 'Hello Ada' })).toBeTruthy()
  expect(languages.active.get()).toBe('en')
  expect(document.documentElement.lang).toBe('en')
})

test('a chosen language is loaded, shown, stored under language, and restored [SHELL-25] [SHELL-66]', async () => {
  const storage = createMemoryStorage()
  const first = open({ storage })
  await first.screen.findByRole('heading', { name: 'Hello Ada' })
  act(() => first.languages.choose('de'))
  expect(await first.screen.findByRole('heading', { name: 'Hallo Ada' })).toBeTruthy()
  expect(first.screen.getByText('Goodbye')).toBeTruthy()
  expect(first.screen.getByRole('button', { name: 'Zum Inhalt springen' })).toBeTruthy()
  expect(document.documentElement.lang).toBe('de')
  expect(storage.getItem('language')).toBe('de')
  const again = open({ storage })
  expect(await again.screen.findByRole('heading', { name: 'Hallo Ada' })).toBeTruthy()
})

test('a language chosen in another tab is used here too [SHELL-26]', async () => {
  const { screen, storeInOtherTab } = open()
  await screen.findByRole('heading', { name: 'Hello Ada' })
  storeInOtherTab('language', 'de')
  expect(await screen.findByRole('heading', { name: 'Hallo Ada' })).toBeTruthy()
})

test('texts that fail to load are an error alert, and the others are used [SHELL-61]', async () => {
  const { screen, languages } = open()
  await screen.findByRole('heading', { name: 'Hello Ada' })
  act(() => languages.choose('fr'))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain("The texts of the language 'fr' failed to load: offline")
  expect(alert.dataset['severity']).toBe('error')
  expect(await screen.findByRole('button', { name: 'Aller au contenu' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Hello Ada' })).toBeTruthy()
})

test('the organisation’s own texts win, in English too', async () => {
  const { screen } = open({ wordings: { en: async () => ({ translation: { greeter: { hello: 'Welcome aboard, {name}' } } }) } })
  expect(await screen.findByRole('heading', { name: 'Welcome aboard, Ada' })).toBeTruthy()
  expect(screen.getByText('Goodbye')).toBeTruthy()
})

test('languages that are listed twice, or without the default, are refused [SHELL-40] [SHELL-41]', () => {
  const english = { code: 'en', name: 'English' }
  const german = { code: 'de', name: 'Deutsch' }
  expect(() => open({ languages: [english, german, english] })).toThrow("Supported languages must be unique, 'en' is listed twice")
  expect(() => open({ languages: [german] })).toThrow("Supported languages must include the default language 'en'")
  expect(() => open({ languages: [english], defaultLanguage: 'de' })).toThrow("must include the default language 'de'")
  expect(open({ languages: [german], defaultLanguage: 'de' }).languages.active.get()).toBe('de')
})

test('of two quick choices the last one counts, and an unknown one is refused', async () => {
  let arrive = () => {}
  const slow = new Promise<{ translation: { a: { b: string } } }>(
    resolve => (arrive = () => resolve({ translation: { a: { b: 'slow' } } })),
  )
  const languages = createLanguages({
    supported: ['en', 'de', 'ja'].map(code => ({ code, name: code })),
    loaders: [{ de: () => slow, ja: async () => ({ translation: { a: { b: 'quick' } } }) }],
    storage: createMemoryStorage(),
    onOtherTab: () => {},
    onError: () => {},
  })
  languages.choose('de')
  languages.choose('ja')
  await waitFor(() => expect(languages.texts.get()('a', 'b')).toBe('quick'))
  arrive()
  await slow
  expect(languages.texts.get()('a', 'b')).toBe('quick')
  expect(languages.texts.get()('a', 'toString')).toBeUndefined()
  expect(() => languages.choose('xx')).toThrow("The language 'xx' is not supported")
})
