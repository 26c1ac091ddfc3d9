import { textOf } from '@portico/core/common'
import { useApi, useQuery } from '@portico/core/web'
import { scmIntegrationsApiRef } from '@portico/integrations/web'
import { readRepoUrl, type RepoUrlParts } from '@portico/scaffolder/common'
import { Autocomplete, type LoadOptions } from '@portico/ui'
import { useMemo } from 'react'
import type { FormFieldModule, FormFieldProps } from '../form/form-field.ts'
import { useFormValue } from '../form/form-values.tsx'
import { textsOf } from '../form/json-fields.ts'
import { formMessages } from '../messages.ts'
import { autocompleteDebounceMs, useRepoSuggestions } from './repo-autocomplete.ts'
import { useScmToken } from './use-scm-token.ts'

interface SuggestedTextProps extends FormFieldProps<string> {
  readonly part: 'owner' | 'branch'
  readonly parts: RepoUrlParts
  readonly excluded?: readonly string[]
}

/** A text that the host of a repository makes suggestions for, where the user gave a token. */
function SuggestedText({ part, parts, excluded = [], ...field }: SuggestedTextProps) {
  const { id, describedBy, title, value, onChange, options, required, disabled, invalid, initialFocus, placeholder } = field
  const integrations = useApi(scmIntegrationsApiRef)
  const { token } = useScmToken(options, parts.host)
  const { data: integration } = useQuery({
    queryKey: ['scaffolder', 'integration', parts.host ?? ''],
    queryFn: async () => (await integrations.byHost(parts.host ?? '')) ?? null,
    enabled: parts.host !== undefined,
  })
  const suggest = useRepoSuggestions(part, { platform: integration?.type, token, parts })
  const excludedText = excluded.join('\n')
  const load = useMemo<LoadOptions>(() => {
    const isExcluded = new Set(excludedText.split('\n'))
    return async request => ({ items: (await suggest(request)).items.filter(({ value: each }) => !isExcluded.has(each)) })
  }, [suggest, excludedText])
  return (
    <Autocomplete
      id={id}
      describedBy={describedBy}
      label={title}
      load={load}
      value={typeof value === 'string' && value !== '' ? { value, label: value } : undefined}
      onChange={option => onChange(option?.value)}
      allowText
      debounceMs={autocompleteDebounceMs}
      required={required}
      disabled={disabled}
      invalid={invalid}
      initialFocus={initialFocus}
      placeholder={placeholder}
    />
  )
}

/** The branch of the repository that the field `repoUrl` of the form names. */
function RepoBranchPickerView(props: FormFieldProps<string>) {
  const repoUrl = useFormValue('repoUrl')
  const parts = (typeof repoUrl === 'string' ? readRepoUrl(repoUrl) : undefined) ?? {}
  return <SuggestedText {...props} part="branch" parts={parts} />
}

function RepoOwnerPickerView(props: FormFieldProps<string>) {
  const host = textOf(props.options['host'])
  return (
    <SuggestedText {...props} part="owner" parts={host === undefined ? {} : { host }} excluded={textsOf(props.options['excludedOwners'])} />
  )
}

const credentials = {
  type: 'object',
  required: ['secretsKey'],
  properties: { secretsKey: { type: 'string' }, additionalScopes: { type: 'object' } },
}

/** A branch. It is always required. */
export const repoBranchPicker: FormFieldModule = {
  View: RepoBranchPickerView,
  validate(value, { addError, schema, text }) {
    if (typeof value !== 'string' || value === '')
      addError(text(formMessages.required, { title: textOf(schema['title']) ?? text(formMessages.repoBranch) }))
  },
  valueSchema: { type: 'string' },
  optionsSchema: { type: 'object', properties: { requestUserCredentials: credentials } },
}

/** An organisation or a user of a host. */
export const repoOwnerPicker: FormFieldModule = {
  View: RepoOwnerPickerView,
  valueSchema: { type: 'string' },
  optionsSchema: {
    type: 'object',
    properties: {
      host: { type: 'string' },
      excludedOwners: { type: 'array', items: { type: 'string' } },
      requestUserCredentials: credentials,
    },
  },
}
