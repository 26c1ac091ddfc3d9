import { renderPage } from '@portico/core/testing/web'
import { expect, test } from 'vitest'
import { createMemoryStorage, defineWebPlugin, useStored } from '../index.ts'
import { createBrowserBuckets } from './stored-values.ts'

function open(storage = createMemoryStorage()) {
  const errors: string[] = []
  const tabs: ((key: string | undefined) => void)[] = []
  const api = createBrowserBuckets({
    storage,
    onOtherTab: listener => void tabs.push(listener),
    onError: error => void errors.push(error.message),
  })
  return { api, storage, errors, listener: (key: string | undefined) => tabs.forEach(run => run(key)) }
}

test('a value is kept as JSON under its bucket and key, and known to be absent before and after', async () => {
  const { api, storage } = open()
  const bucket = api.bucket('starredEntities')
  const refs = bucket.observe<string[]>('entityRefs')
  expect(refs.get()).toEqual({ presence: 'absent', value: undefined })
  await bucket.set('entityRefs', ['a'])
  expect(refs.get()).toEqual({ presence: 'present', value: ['a'] })
  expect(storage.getItem('/starredEntities/entityRefs')).toBe('["a"]')
  await bucket.bucket('inner').set('a/b', false)
  expect(storage.getItem('/starredEntities/inner/a%2Fb')).toBe('false')
  await bucket.remove('entityRefs')
  expect(refs.get().presence).toBe('absent')
  expect(storage.getItem('/starredEntities/entityRefs')).toBeNull()
})

test('what is not JSON is an error that names the key, and counts as absent [SHELL-51]', () => {
  const { api, storage, errors } = open()
  storage.setItem('/box/key', '{broken')
  expect(api.bucket('box').observe('key').get().presence).toBe('absent')
  expect(errors).toEqual(['Error when parsing JSON config from storage for: key'])
})

test('a page sees changes made here and in another tab', async () => {
  function Page() {
    const [count, setCount] = useStored<number>('box', 'count')
    return (
      <>
        <button onClick={() => void setCount((count.value ?? 0) + 1)}>{`Count ${count.value ?? 'none'}`}</button>
        <button onClick={() => void setCount(undefined)}>Forget</button>
      </>
    )
  }
  const plugin = defineWebPlugin({ id: 'x', pages: [{ path: '/', title: 'X', load: async () => ({ default: Page }) }] })
  const { screen, user, storeInOtherTab } = renderPage({ plugins: [plugin] })
  await user.click(await screen.findByRole('button', { name: 'Count none' }))
  expect(screen.getByRole('button', { name: 'Count 1' })).toBeTruthy()
  storeInOtherTab('/box/count', '41')
  await user.click(screen.getByRole('button', { name: 'Count 41' }))
  expect(screen.getByRole('button', { name: 'Count 42' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Forget' }))
  expect(screen.getByRole('button', { name: 'Count none' })).toBeTruthy()
})

test('a storage that another tab cleared is read again', () => {
  const { api, storage, listener } = open()
  void api.bucket('box').set('key', 1)
  storage.clear()
  listener(undefined)
  expect(api.bucket('box').observe('key').get().presence).toBe('absent')
})
