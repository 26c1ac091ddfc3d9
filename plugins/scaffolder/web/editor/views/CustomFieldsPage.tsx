import { RequestErrorPanel, RequirePermission, useObservable, useSearchParams, useText } from '@portico/core/web'
import { scaffolderPaths, templateManagementPermission, type JsonObject } from '@portico/scaffolder/common'
import {
  Autocomplete,
  Breadcrumbs,
  Button,
  CodeBlock,
  Content,
  fromList,
  InfoCard,
  Page,
  PageHeader,
  SkeletonRows,
  Stack,
  Textarea,
  toYaml,
} from '@portico/ui'
import { useMemo, useState } from 'react'
import type { FormFields } from '../../form/fields-context.ts'
import { FormPageView } from '../../form/FormPageView.tsx'
import { useForm } from '../../form/use-form.ts'
import { useFormFields } from '../../form/use-form-fields.ts'
import { SchemaTable } from '../../reference/parts/SchemaTable.tsx'
import { editorMessages } from '../messages.ts'
import styles from '../parts/Editor.module.css'
import { ScaffolderTabs } from '../../parts/ScaffolderTabs.tsx'
import { pageMessages } from '../../parts/page-messages.ts'

/** The fields of forms: their options, how they look with them, and what a template says for it. */
export default function CustomFieldsPage() {
  const text = useText()
  const { fields, error, retry } = useFormFields()
  return (
    <Page>
      <PageHeader
        breadcrumb={
          <Breadcrumbs
            items={[{ title: text(pageMessages.manage), to: scaffolderPaths.editorIntro() }, { title: text(pageMessages.explorer) }]}
          />
        }
        title={text(pageMessages.explorer)}
        tabs={<ScaffolderTabs selected="editor" />}
        subtitle={text(editorMessages.explorerSubtitle)}
      />
      <Content>
        <RequirePermission permission={templateManagementPermission}>
          {error ? (
            <RequestErrorPanel error={error} title={text(editorMessages.fieldsFailed)} onRetry={retry} />
          ) : !fields ? (
            <SkeletonRows rows={6} />
          ) : (
            <Explorer fields={fields} />
          )}
        </RequirePermission>
      </Content>
    </Page>
  )
}

function Explorer({ fields }: { readonly fields: FormFields }) {
  const text = useText()
  const [search, setSearch] = useSearchParams()
  const names = useMemo(() => [...fields.keys()].toSorted(), [fields])
  const load = useMemo(() => fromList(names), [names])
  const asked = search.get('field')
  const name = names.find(each => each === asked) ?? names[0] ?? ''
  return (
    <Stack>
      <div className={styles.choice}>
        <Autocomplete
          label={text(editorMessages.chooseField)}
          load={load}
          value={{ value: name, label: name }}
          onChange={chosen => chosen && setSearch({ field: chosen.value }, { replace: true })}
        />
      </div>
      <Field key={name} name={name} fields={fields} />
    </Stack>
  )
}

function Field({ name, fields }: { readonly name: string; readonly fields: FormFields }) {
  const text = useText()
  const [typed, setTyped] = useState('{}')
  const [applied, setApplied] = useState<JsonObject>({})
  const [problem, setProblem] = useState<string>()
  const spec = {
    title: name,
    type: typeOf(fields.get(name)?.valueSchema),
    'ui:field': name,
    ...(Object.keys(applied).length > 0 && { 'ui:options': applied }),
  }
  function apply() {
    try {
      const value: unknown = JSON.parse(typed)
      if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('{ … }')
      setApplied(value as JsonObject)
      setProblem(undefined)
    } catch (error) {
      setProblem((error as Error).message)
    }
  }
  return (
    <div className={styles.two}>
      <InfoCard
        title={text(editorMessages.fieldOptions)}
        action={
          <Button size="xs" variant="default" onClick={apply}>
            {text(editorMessages.apply)}
          </Button>
        }
      >
        <Stack>
          <Textarea
            label={text(editorMessages.optionsText)}
            value={typed}
            onChange={event => setTyped(event.currentTarget.value)}
            error={problem === undefined ? undefined : text(editorMessages.badOptions, { reason: problem })}
            rows={5}
            spellCheck={false}
            classNames={{ input: styles.code ?? '' }}
          />
          <SchemaTable
            label={text(editorMessages.optionsOf, { field: name })}
            schema={fields.get(name)?.optionsSchema}
            none={text(editorMessages.noOptions)}
          />
        </Stack>
      </InfoCard>
      <Stack>
        <InfoCard title={text(editorMessages.fieldPreview)}>
          <Preview key={JSON.stringify(spec)} fields={fields} spec={spec} />
        </InfoCard>
        <InfoCard title={text(editorMessages.templateSpec)}>
          <CodeBlock code={toYaml({ properties: { value: spec } })} language="yaml" />
        </InfoCard>
      </Stack>
    </div>
  )
}

function Preview({ fields, spec }: { readonly fields: FormFields; readonly spec: JsonObject }) {
  const text = useText()
  const steps = useMemo(() => [{ title: '', schema: { properties: { value: spec } } }], [spec])
  const form = useForm({ steps, fields })
  const values = useObservable(form.store.values)
  return (
    <Stack>
      <FormPageView form={form} at={0} />
      <CodeBlock title={text(editorMessages.fieldValue)} code={toYaml(values['value'] ?? null)} language="yaml" />
    </Stack>
  )
}

function typeOf(schema: JsonObject | undefined): string {
  const type = schema?.['type']
  return typeof type === 'string' ? type : 'string'
}
