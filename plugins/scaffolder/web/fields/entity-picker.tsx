import { useIdentity } from '@portico/core/web'
import type { FormFieldModule, FormFieldProps } from '../form/form-field.ts'
import { textsOf } from '../form/json-fields.ts'
import { allOf, toEntityQuery } from './catalog-filter.ts'
import { EntityField } from './EntityField.tsx'
import { refDefaultsOf } from './entity-options.ts'

type Options = FormFieldProps['options']

/** `allowedKinds` is the older way to write a filter by kind. */
function filterOf({ catalogFilter, allowedKinds }: Options, defaultKinds: readonly string[] = []): unknown {
  if (catalogFilter !== undefined) return catalogFilter
  const kinds = textsOf(allowedKinds)
  return { kind: kinds.length > 0 ? kinds : defaultKinds }
}

function EntityPickerView(props: FormFieldProps<string>) {
  const { options } = props
  return (
    <EntityField
      {...props}
      query={toEntityQuery(filterOf(options))}
      defaults={refDefaultsOf(options)}
      allowText={options['allowArbitraryValues'] !== false}
    />
  )
}

function OwnerPickerView(props: FormFieldProps<string>) {
  const { options } = props
  return (
    <EntityField
      {...props}
      query={toEntityQuery(filterOf(options, ['Group', 'User']))}
      defaults={{ defaultKind: 'Group', ...refDefaultsOf(options) }}
      allowText={options['allowArbitraryValues'] !== false}
    />
  )
}

/** What the user owns, by any of the refs that ownership is counted for. */
function OwnedEntityPickerView(props: FormFieldProps<string>) {
  const { options } = props
  const { ownershipEntityRefs } = useIdentity()
  return (
    <EntityField
      {...props}
      query={allOf(toEntityQuery(filterOf(options)), { 'relations.ownedBy': { $in: [...ownershipEntityRefs] } })}
      defaults={refDefaultsOf(options)}
      allowText={options['allowArbitraryValues'] !== false}
    />
  )
}

/** Groups that the user is a member of. */
function MyGroupsPickerView(props: FormFieldProps<string>) {
  const { userEntityRef } = useIdentity()
  return (
    <EntityField
      {...props}
      query={{ $all: [{ kind: 'group' }, { 'relations.hasMember': userEntityRef }] }}
      defaults={{ defaultKind: 'Group' }}
      allowText={false}
    />
  )
}

const valueSchema = { type: 'string' }
const filterSchema = {
  title: 'Which entities',
  description: 'Fields that must hold, or a list of such objects',
  oneOf: [{ type: 'object' }, { type: 'array', items: { type: 'object' } }],
}
const entityOptions = {
  catalogFilter: filterSchema,
  defaultKind: { type: 'string', title: 'Kind of a ref that names none' },
  defaultNamespace: { title: 'Namespace of a ref that names none', oneOf: [{ type: 'string' }, { const: false }] },
  allowArbitraryValues: { type: 'boolean', title: 'Any text can be given', default: true },
  autoSelect: { type: 'boolean', title: 'Leaving the field takes the option that is marked', default: true },
}
const optionsSchema = { type: 'object', properties: entityOptions }
const withKinds = {
  type: 'object',
  properties: { ...entityOptions, allowedKinds: { type: 'array', items: { type: 'string' }, deprecated: true } },
}

/** Any entity of the catalog. */
export const entityPicker: FormFieldModule = { View: EntityPickerView, valueSchema, optionsSchema: withKinds }
/** A group or a user. */
export const ownerPicker: FormFieldModule = { View: OwnerPickerView, valueSchema, optionsSchema: withKinds }
/** An entity that the user owns. */
export const ownedEntityPicker: FormFieldModule = { View: OwnedEntityPickerView, valueSchema, optionsSchema }
/** A group that the user is a member of. */
export const myGroupsPicker: FormFieldModule = { View: MyGroupsPickerView, valueSchema }
