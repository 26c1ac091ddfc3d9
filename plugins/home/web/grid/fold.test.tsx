import { createMemoryStorage, createObservable, defineWebPlugin, EmptyWidget, homeWidgets, useObservable } from '@portico/core/web'
import { renderPage } from '@portico/core/testing/web'
import { eventually } from '@portico/core/testing'
import { SkeletonRows } from '@portico/ui'
import { act, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { homeWeb } from '../index.tsx'

const foldedKey = '/home/folded/user:default/jane'
const catCount = createObservable<number | undefined>(undefined)

/** A widget that loads until it is told, and then is empty until somebody adds a cat. */
function Cats() {
  const count = useObservable(catCount)
  if (count === undefined) return <SkeletonRows />
  const add = <button onClick={() => catCount.set(count + 1)}>Add a cat</button>
  if (count === 0)
    return (
      <EmptyWidget title="No cats" action={add}>
        Cats are listed here.
      </EmptyWidget>
    )
  return <p>{count} cats</p>
}

const pets = defineWebPlugin({
  id: 'pets',
  fills: [
    homeWidgets.fill({ name: 'cats', title: 'Cats', description: '', byDefault: true, order: 1, View: Cats }),
    homeWidgets.fill({ name: 'dogs', title: 'Dogs', description: '', byDefault: true, order: 2, View: () => 'two dogs' }),
  ],
})
const config = { home: { layout: [{ widget: 'pets/cats' }, { widget: 'pets/dogs' }] } }

beforeEach(() => catCount.set(undefined))

function placeOf(region: HTMLElement): string {
  return region.parentElement?.getAttribute('style') ?? ''
}

test('a widget that is empty folds to a line below the others, with its sentence, and unfolds when it has something', async () => {
  const storage = createMemoryStorage()
  const { screen, user } = renderPage({ plugins: [homeWeb, pets], config, storage })
  const cats = await screen.findByRole('region', { name: 'Cats' })
  expect(placeOf(cats)).toContain('--h: 5')
  act(() => catCount.set(0))
  await within(cats).findByText('Cats are listed here.')
  expect(within(cats).queryByRole('heading', { name: 'No cats' })).toBeNull()
  await eventually(() => expect(placeOf(cats)).toContain('--y: 6; --w: 6; --h: 1'))
  expect(placeOf(screen.getByRole('region', { name: 'Dogs' }))).toContain('--x: 1; --y: 1')
  expect(storage.getItem(foldedKey)).toBe('["pets/cats"]')
  await user.click(within(cats).getByRole('button', { name: 'Add a cat' }))
  expect(await within(cats).findByText('1 cats')).toBeTruthy()
  expect(placeOf(cats)).toContain('--h: 5')
  expect(storage.getItem(foldedKey)).toBe('[]')
})

test('a widget that was empty is folded from the beginning, and unfolds if it is not empty any more', async () => {
  const storage = createMemoryStorage()
  storage.setItem(foldedKey, '["pets/cats","pets/dogs"]')
  const { screen } = renderPage({ plugins: [homeWeb, pets], config, storage })
  const cats = await screen.findByRole('region', { name: 'Cats' })
  expect(placeOf(cats)).toContain('--h: 1')
  const dogs = screen.getByRole('region', { name: 'Dogs' })
  await eventually(() => expect(placeOf(dogs)).toContain('--h: 5'))
  expect(within(dogs).getByText('two dogs')).toBeTruthy()
  act(() => catCount.set(0))
  expect(await within(cats).findByText('Cats are listed here.')).toBeTruthy()
  expect(placeOf(cats)).toContain('--h: 1')
})

test('while the page is arranged, an empty widget has its place and says what it is', async () => {
  const { screen, user } = renderPage({ plugins: [homeWeb, pets], config })
  await screen.findByRole('region', { name: 'Cats' })
  await user.click(screen.getByRole('button', { name: 'Arrange' }))
  await screen.findByRole('button', { name: 'Save' })
  act(() => catCount.set(0))
  expect(await screen.findByRole('heading', { name: 'No cats' })).toBeTruthy()
})
