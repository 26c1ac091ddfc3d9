import { entityRefOf, entityTitle, ownersOf, type Entity } from '@portico/catalog/common'
import { EntityLink, StarButton } from '@portico/catalog/web'
import { useConfig, useText } from '@portico/core/web'
import { templateGroupsSection } from '@portico/scaffolder/common'
import { ChipList, DataTable, useNumber, type Column } from '@portico/ui'
import { useId, useMemo } from 'react'
import { scaffolderMessages } from '../messages.ts'
import { descriptionOf, groupTemplates, tagsOf, typeOf, type ShownGroup } from './template-filters.ts'
import { TemplateCard, TemplateLink } from './TemplateCard.tsx'
import cards from './TemplateCards.module.css'
import styles from './TemplateGroups.module.css'

export interface TemplateGroupsProps {
  readonly templates: readonly Entity[]
  readonly look: 'cards' | 'table'
  readonly canCreate: boolean
}

/** Templates under the headings that the config gives them. */
export function TemplateGroups({ templates, look, canCreate }: TemplateGroupsProps) {
  const text = useText()
  const configured = useConfig(templateGroupsSection)
  const groups = groupTemplates(templates, configured)
  const rest = configured.length === 0 ? text(scaffolderMessages.templates) : text(scaffolderMessages.otherTemplates)
  return groups.map(group => <Group key={group.title ?? ''} {...group} title={group.title ?? rest} look={look} canCreate={canCreate} />)
}

function Group({ title, templates, look, canCreate }: ShownGroup & { title: string } & Pick<TemplateGroupsProps, 'look' | 'canCreate'>) {
  const id = useId()
  const number = useNumber()
  return (
    <section aria-labelledby={id} className={styles.group}>
      <h2 id={id} className={styles.title}>
        {title} <span className={styles.count}>{number(templates.length)}</span>
      </h2>
      {look === 'cards' ? (
        <ul className={cards.cards}>
          {templates.map(entity => (
            <TemplateCard key={entityRefOf(entity)} entity={entity} canCreate={canCreate} />
          ))}
        </ul>
      ) : (
        <TemplateTable title={title} templates={templates} canCreate={canCreate} />
      )}
    </section>
  )
}

function TemplateTable({ title, templates, canCreate }: { title: string; templates: readonly Entity[]; canCreate: boolean }) {
  const text = useText()
  const columns = useMemo<Column<Entity>[]>(
    () => [
      {
        id: 'name',
        title: text(scaffolderMessages.name),
        value: entityTitle,
        cell: entity => <TemplateLink entity={entity} canCreate={canCreate} />,
        highlight: true,
      },
      { id: 'description', title: text(scaffolderMessages.description), value: descriptionOf, grow: true },
      { id: 'type', title: text(scaffolderMessages.type), value: typeOf, summary: true },
      {
        id: 'owner',
        title: text(scaffolderMessages.owner),
        value: entity => ownersOf(entity).join(' '),
        cell: entity => ownersOf(entity).map(owner => <EntityLink key={owner} entity={owner} defaultKind="group" />),
        summary: true,
      },
      {
        id: 'tags',
        title: text(scaffolderMessages.tags),
        value: entity => tagsOf(entity).join(' '),
        cell: entity => <ChipList items={tagsOf(entity)} maxLength={24} />,
      },
    ],
    [text, canCreate],
  )
  return (
    <div className={styles.table}>
      <DataTable
        label={title}
        columns={columns}
        rows={templates}
        rowKey={entityRefOf}
        paging={{ form: 'client' }}
        actions={entity => <StarButton entity={entity} size={24} />}
      />
    </div>
  )
}
