import { lazyView } from '@portico/ui'
import { textOf } from '@portico/core/common'
import { useSlot } from '@portico/core/web'
import type { ObjectFieldTemplateProps } from '@rjsf/utils'
import { Suspense, useMemo, type ComponentType } from 'react'
import { formLayouts } from '../slots.ts'
import type { FormLayout } from './form-field.ts'

const adapted = new WeakMap<FormLayout['load'], ComponentType<ObjectFieldTemplateProps>>()

/** The layouts of plugins as templates of the form library, by name. */
export function useLayouts(): Readonly<Record<string, ComponentType<ObjectFieldTemplateProps>>> {
  const layouts = useSlot(formLayouts)
  return useMemo(() => Object.fromEntries(layouts.map(({ item }) => [item.name, toTemplate(item)])), [layouts])
}

function toTemplate({ load }: FormLayout): ComponentType<ObjectFieldTemplateProps> {
  const known = adapted.get(load)
  if (known) return known
  const Layout = lazyView(async () => (await load()).Layout)
  function LayoutTemplate({ title, description, properties }: ObjectFieldTemplateProps) {
    return (
      <Suspense>
        <Layout
          title={title}
          description={textOf(description)}
          properties={properties.filter(({ hidden }) => !hidden).map(({ name, content }) => ({ name, content }))}
        />
      </Suspense>
    )
  }
  adapted.set(load, LayoutTemplate)
  return LayoutTemplate
}
