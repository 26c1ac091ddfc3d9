import { annotations, catalogApi, compoundRefOf, entityRefOf, ownersOf, type Entity } from '@portico/catalog/common'
import { EntityLink, entityRoute, KindIcon, StarButton } from '@portico/catalog/web'
import { AppError } from '@portico/core/common'
import {
  Link,
  query,
  RequestErrorPanel,
  RequirePermission,
  useNavigate,
  useParams,
  usePermission,
  useQuery,
  useRouteRef,
  useText,
  useTitle,
} from '@portico/core/web'
import {
  scaffolderApi,
  scaffolderPaths,
  taskCreatePermission,
  templateManagementPermission,
  type ParameterSchema,
} from '@portico/scaffolder/common'
import {
  ActionIcon,
  Breadcrumbs,
  Content,
  EmptyState,
  Fact,
  Facts,
  isSafeAddress,
  Markdown,
  Menu,
  Page,
  PageHeader,
  SkeletonRows,
} from '@portico/ui'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import IconEdit from '@tabler/icons-react/dist/esm/icons/IconEdit.mjs'
import IconTemplate from '@tabler/icons-react/dist/esm/icons/IconTemplate.mjs'
import { useState } from 'react'
import { useFormFields } from '../form/use-form-fields.ts'
import { scaffolderMessages } from '../messages.ts'
import { ScaffolderTabs } from '../parts/ScaffolderTabs.tsx'
import { rootRoute, selectedTemplateRoute } from '../routes.ts'
import { Wizard } from '../wizard/Wizard.tsx'
import styles from './TemplateWizardPage.module.css'

/** The form of one template. */
export default function TemplateWizardPage() {
  const text = useText()
  const { namespace = '', templateName = '' } = useParams()
  const params = { kind: 'template', namespace, name: templateName }
  const { data: entity } = useQuery(query(catalogApi.getEntityByName, { params }))
  const { data: schema, error, refetch } = useQuery({ ...query(scaffolderApi.getParameterSchema, { params }), staleTime: Infinity })
  const title = schema?.title ?? entity?.metadata.title ?? templateName
  const toRoot = useRouteRef(rootRoute)
  useTitle(title)
  return (
    <Page>
      <PageHeader
        breadcrumb={<Breadcrumbs items={[{ title: text(scaffolderMessages.create), to: toRoot() }, { title }]} />}
        icon={<KindIcon kind="template" />}
        title={title}
        tabs={<ScaffolderTabs selected="templates" />}
        {...(entity && {
          mark: <StarButton entity={entity} />,
          facts: <TemplateFacts entity={entity} />,
          menu: <TemplateMenu entity={entity} />,
        })}
      />
      <Content>
        {error ? (
          <NoForm error={error} onRetry={() => void refetch()} />
        ) : (
          <RequirePermission permission={taskCreatePermission}>
            {schema ? (
              <Form
                key={`${namespace}/${templateName}`}
                schema={schema}
                templateRef={`template:${namespace}/${templateName}`.toLowerCase()}
              />
            ) : (
              <SkeletonRows rows={6} />
            )}
          </RequirePermission>
        )}
      </Content>
    </Page>
  )
}

function Form({ schema, templateRef }: { readonly schema: ParameterSchema; readonly templateRef: string }) {
  const text = useText()
  const { namespace = '', templateName = '' } = useParams()
  const { fields, error, retry } = useFormFields()
  const toTemplate = useRouteRef(selectedTemplateRoute)
  const navigate = useNavigate()
  const [attempt, setAttempt] = useState(0)
  if (error) return <RequestErrorPanel error={error} title={text(scaffolderMessages.formFailed)} onRetry={retry} />
  if (!fields) return <SkeletonRows rows={6} />
  return (
    <>
      {schema.description !== undefined && (
        <div className={styles.description}>
          <Markdown>{schema.description}</Markdown>
        </div>
      )}
      <Wizard
        key={attempt}
        templateRef={templateRef}
        schema={schema}
        fields={fields}
        onStartAfresh={() => {
          void navigate(toTemplate({ namespace, templateName }), { replace: true })
          setAttempt(attempt + 1)
        }}
        onReload={() => setAttempt(attempt + 1)}
      />
    </>
  )
}

function NoForm({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const text = useText()
  const toRoot = useRouteRef(rootRoute)
  if (!(error instanceof AppError) || error.name !== 'NotFoundError')
    return <RequestErrorPanel error={error} title={text(scaffolderMessages.formFailed)} onRetry={onRetry} />
  return (
    <EmptyState
      icon={<IconTemplate size={32} />}
      title={error.message}
      action={<Link to={toRoot()}>{text(scaffolderMessages.templates)}</Link>}
    />
  )
}

function TemplateFacts({ entity }: { readonly entity: Entity }) {
  const text = useText()
  const owners = ownersOf(entity)
  const type = entity.spec?.['type']
  return (
    <Facts>
      {typeof type === 'string' && <Fact label={text(scaffolderMessages.type)}>{type}</Fact>}
      {owners.length > 0 && (
        <Fact label={text(scaffolderMessages.owner)}>
          {owners.map(owner => (
            <EntityLink key={owner} entity={owner} defaultKind="group" />
          ))}
        </Fact>
      )}
    </Facts>
  )
}

function TemplateMenu({ entity }: { readonly entity: Entity }) {
  const text = useText()
  const toEntity = useRouteRef(entityRoute)
  const { kind, namespace, name } = compoundRefOf(entity)
  const { allowed: mayManage } = usePermission({ permission: templateManagementPermission })
  const address = entity.metadata.annotations?.[annotations.editUrl]
  // A template whose source has no page to edit it at is edited here, as a copy.
  const copy = mayManage ? scaffolderPaths.editor({ from: entityRefOf(entity).toLowerCase() }) : undefined
  const edit = address !== undefined && isSafeAddress(address) ? address : copy
  return (
    <Menu
      button={
        <ActionIcon aria-label={text(scaffolderMessages.wizardMenu)}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      }
    >
      {edit !== undefined && (
        <Menu.Item component={Link} to={edit} plain leftSection={<IconEdit size={16} aria-hidden />}>
          {text(scaffolderMessages.editConfiguration)}
        </Menu.Item>
      )}
      <Menu.Item component={Link} to={toEntity({ kind: kind.toLowerCase(), namespace: namespace.toLowerCase(), name })} plain>
        {text(scaffolderMessages.viewTemplate)}
      </Menu.Item>
    </Menu>
  )
}
