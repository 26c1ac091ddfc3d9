import { expect, test } from 'vitest'
import { declaredFillings, declaredSlots, toIds } from './extension-ids.ts'
import { parseSource } from './syntax.ts'

const slotModule = parseSource(
  `export const entityTabs = defineSlot<Tab, Entity>({ id: 'entity-tab', plugin: 'catalog', own: ['overview', 'history'] as const })
   const plugin = 'catalog'
   export const cards = defineSlot<Card>({ id: 'entity-card', plugin, places: ['main'] })`,
  '/plugins/catalog/web/slots.ts',
)

test('slots are known by their constant, with what their own plugin puts in them', () => {
  expect(declaredSlots(slotModule)).toEqual([
    { constant: 'entityTabs', id: 'entity-tab', plugin: 'catalog', own: ['overview', 'history'] },
    { constant: 'cards', id: 'entity-card', plugin: 'catalog', own: [] },
  ])
})

test('a slot whose id only the running page knows ends the build', () => {
  const module = parseSource(`export const open = defineSlot({ id: idOf(), plugin: 'x' })`, '/plugins/x/web/slots.ts')
  expect(() => declaredSlots(module)).toThrow('The id and the plugin of a slot are texts that the same module has')
})

test('the ids of extensions are those of config: by name, by plugin alone, and open where only the running page knows', () => {
  const plugin = parseSource(
    `const more = list.map(one => cards.fill({ ...one, order: 2 }))
     export const docsWeb = defineWebPlugin({ id: 'techdocs', fills: [entityTabs.fill({ name: 'docs', View }), cards.fill({ View }), ...more, other.fill({ name: 'x' })] })`,
    '/plugins/techdocs/web/index.tsx',
  )
  const slots = new Map(declaredSlots(slotModule).map(slot => [slot.constant, slot]))
  expect(toIds(slots, declaredFillings(plugin))).toEqual([
    'entity-card:techdocs',
    'entity-card:techdocs/*',
    'entity-tab:catalog/history',
    'entity-tab:catalog/overview',
    'entity-tab:techdocs/docs',
  ])
})
