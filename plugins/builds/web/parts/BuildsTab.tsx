import { compoundRefOf } from '@portico/catalog/common'
import { entityRoute, useEntity } from '@portico/catalog/web'
import { useParams, useRouteRef, useText } from '@portico/core/web'
import { Content, LinkTabs, MissingAnnotation } from '@portico/ui'
import { useCallback } from 'react'
import { buildsMessages } from '../messages.ts'
import type { BuildSystem } from '../slots.ts'
import { useBuildSystems } from '../use-builds.ts'
import { BuildList } from './BuildList.tsx'
import { BuildView } from './BuildView.tsx'
import styles from './BuildsTab.module.css'

/** Where annotations of entities are explained. */
const readMoreUrl = 'https://backstage.io/docs/features/software-catalog/well-known-annotations'

/** The builds of an entity: the list, or the build that the address names. */
export function BuildsTab() {
  const entity = useEntity()
  const toEntity = useRouteRef(entityRoute)
  const { all, used, chosen } = useBuildSystems()
  const id = (useParams()['*'] ?? '').replace(/^ci-cd\/?/, '').replace(/\/$/, '')
  const { kind, namespace, name } = compoundRefOf(entity)
  const base = `${toEntity({ kind: kind.toLowerCase(), namespace: namespace.toLowerCase(), name })}/ci-cd`
  const choice = chosen && chosen !== used[0] ? `?system=${encodeURIComponent(chosen.system)}` : ''
  const toBuild = useCallback((build: string) => `${base}/${encodeURIComponent(build)}${choice}`, [base, choice])
  if (!chosen) {
    return (
      <Content>
        <NoSystem systems={all} />
      </Content>
    )
  }
  return (
    <Content>
      <div className={styles.tab}>
        {used.length > 1 && id === '' && <SystemTabs base={base} systems={used} chosen={chosen} />}
        {id === '' ? (
          <BuildList key={chosen.system} system={chosen} toBuild={toBuild} />
        ) : (
          <BuildView key={`${chosen.system} ${id}`} system={chosen} id={id} listPath={`${base}${choice}`} />
        )}
      </div>
    </Content>
  )
}

/** Which annotations there are, and how to add the first of them. */
function NoSystem({ systems }: { readonly systems: readonly BuildSystem[] }) {
  const entity = useEntity()
  const [first, ...others] = systems
  if (!first) return undefined
  const sample = [
    `apiVersion: ${entity.apiVersion}`,
    `kind: ${entity.kind}`,
    'metadata:',
    `  name: ${entity.metadata.name}`,
    '  annotations:',
    `    ${first.annotation}: ${first.sample}`,
    ...others.map(({ annotation, sample: value }) => `    # or ${annotation}: ${value}`),
  ]
  return <MissingAnnotation annotations={[first.annotation]} sample={sample.join('\n')} readMoreUrl={readMoreUrl} />
}

interface SystemTabsProps {
  readonly base: string
  readonly systems: readonly BuildSystem[]
  readonly chosen: BuildSystem
}

function SystemTabs({ base, systems, chosen }: SystemTabsProps) {
  const text = useText()
  const tabs = systems.map(({ system, title }, at) => ({
    title: text(title),
    to: at === 0 ? base : `${base}?system=${encodeURIComponent(system)}`,
  }))
  return <LinkTabs label={text(buildsMessages.system)} tabs={tabs} selected={systems.indexOf(chosen)} />
}
