import { textOf } from '@portico/core/common'
import { useText } from '@portico/core/web'
import { listOf, valueIn, type Fields, type KubeObject } from '@portico/kubernetes/common'
import { DataTable, type Column } from '@portico/ui'
import { useMemo } from 'react'
import { kubernetesMessages } from '../messages.ts'
import styles from './ObjectOverview.module.css'

interface ContainerRow {
  readonly name: string
  readonly image: string
  readonly requests: string
  readonly limits: string
  readonly probes: string
}

const probeNames = ['startupProbe', 'readinessProbe', 'livenessProbe'] as const

/** The containers of a pod: image, what they ask for, what they are limited to, and their probes. */
export function ContainerList({ pod }: { readonly pod: KubeObject }) {
  const text = useText()
  const none = text(kubernetesMessages.noLimits)
  const rows = useMemo(
    () => [...listOf(pod.spec?.['containers']), ...listOf(pod.spec?.['initContainers'])].map(each => toRow(each, none)),
    [pod, none],
  )
  const columns = useMemo<Column<ContainerRow>[]>(
    () => [
      { id: 'name', title: text(kubernetesMessages.name), field: 'name', highlight: true },
      { id: 'image', title: text(kubernetesMessages.image), field: 'image', grow: true, summary: true },
      { id: 'requests', title: text(kubernetesMessages.requests), field: 'requests' },
      { id: 'limits', title: text(kubernetesMessages.limits), field: 'limits' },
      { id: 'probes', title: text(kubernetesMessages.probes), field: 'probes' },
    ],
    [text],
  )
  if (rows.length === 0) return undefined
  return (
    <section>
      <h3 className={styles.heading}>{text(kubernetesMessages.containers)}</h3>
      <DataTable label={text(kubernetesMessages.containers)} columns={columns} rows={rows} rowKey={({ name }) => name} />
    </section>
  )
}

function toRow(container: Fields, none: string): ContainerRow {
  const amounts = (of: unknown) =>
    typeof of === 'object' && of !== null
      ? Object.entries(of)
          .map(([name, value]) => `${name} ${String(value)}`)
          .join(', ')
      : none
  return {
    name: textOf(container['name']) ?? '',
    image: textOf(container['image']) ?? '',
    requests: amounts(valueIn(container, 'resources', 'requests')),
    limits: amounts(valueIn(container, 'resources', 'limits')),
    probes: probeNames.flatMap(name => (container[name] ? [name.replace('Probe', '')] : [])).join(', ') || none,
  }
}
