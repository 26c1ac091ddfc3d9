import { ownersOf, type Entity } from '@portico/catalog/common'
import { presentEntity } from '@portico/catalog/web'
import { useText } from '@portico/core/web'
import { fromList, MultiSelect, SearchField, useNumber } from '@portico/ui'
import { useMemo } from 'react'
import { scaffolderMessages } from '../messages.ts'
import { tagsOf, typeOf, valuesOf } from './template-filters.ts'
import styles from './TemplateFilterPanel.module.css'
import type { ListState } from './use-template-list.ts'

/** What narrows the list: words, categories, tags and owners. */
export function TemplateFilterPanel({ state, templates }: { readonly state: ListState; readonly templates: readonly Entity[] }) {
  const text = useText()
  const { filters } = state
  const label = text(scaffolderMessages.search)
  return (
    <search className={styles.panel}>
      <div className={styles.search}>
        <SearchField value={filters.words} onChange={state.setWords} label={label} placeholder={label} delayMs={150} />
      </div>
      <Values
        label={text(scaffolderMessages.categories)}
        templates={templates}
        read={typesOf}
        chosen={filters.types}
        onChange={state.setTypes}
      />
      <Values label={text(scaffolderMessages.tags)} templates={templates} read={tagsOf} chosen={filters.tags} onChange={state.setTags} />
      <Values
        label={text(scaffolderMessages.owner)}
        templates={templates}
        read={ownersOf}
        chosen={filters.owners}
        onChange={state.setOwners}
        show={nameOf}
      />
    </search>
  )
}

const typesOf = (entity: Entity) => [typeOf(entity)]
const nameOf = (ref: string) => presentEntity(ref, { defaultKind: 'group' }).primaryTitle
const asIs = (value: string) => value

interface ValuesProps {
  readonly label: string
  readonly templates: readonly Entity[]
  readonly read: (entity: Entity) => readonly string[]
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
  readonly show?: (value: string) => string
}

function Values({ label, templates, read, chosen, onChange, show = asIs }: ValuesProps) {
  const number = useNumber()
  const load = useMemo(
    () => fromList(valuesOf(templates, read).map(([value, count]) => ({ value, label: show(value), hint: number(count) }))),
    [templates, read, show, number],
  )
  return (
    <MultiSelect
      label={label}
      load={load}
      values={chosen.map(value => ({ value, label: show(value) }))}
      onChange={options => onChange(options.map(({ value }) => value))}
    />
  )
}
