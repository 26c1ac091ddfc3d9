import { alertApiRef, useApi, usePermission, useText } from '@portico/core/web'
import { proxyChangePermission } from '@portico/kubernetes/common'
import { Button } from '@portico/ui'
import { useState } from 'react'
import { useKubernetes, type PodPlace } from '../client/kubernetes-client.ts'
import type { ObjectRow } from '../live/rows.ts'
import { kubernetesMessages } from '../messages.ts'
import { TypedConfirm } from './TypedConfirm.tsx'

const rolled: Readonly<Record<string, string>> = { deployments: 'apis/apps/v1', statefulsets: 'apis/apps/v1', daemonsets: 'apis/apps/v1' }

/** What can be done to an object, for those who may: each is confirmed by its name. */
export function ObjectActions({ row, place }: { readonly row: ObjectRow; readonly place: PodPlace }) {
  const text = useText()
  const alerts = useApi(alertApiRef)
  const { client } = useKubernetes()
  const { allowed } = usePermission({ permission: proxyChangePermission })
  const [isAsking, setAsking] = useState(false)
  const api = rolled[row.type]
  if (!allowed || (row.type !== 'pods' && api === undefined)) return undefined
  const { name } = row
  const isOwned = (row.object.metadata?.ownerReferences ?? []).length > 0
  const words =
    api !== undefined
      ? {
          button: kubernetesMessages.rollOut,
          title: kubernetesMessages.rollOutTitle,
          message: kubernetesMessages.rollOutText,
          done: kubernetesMessages.rolledOut,
        }
      : isOwned
        ? {
            button: kubernetesMessages.restartPod,
            title: kubernetesMessages.restartPodTitle,
            message: kubernetesMessages.restartPodText,
            done: kubernetesMessages.podDeleted,
          }
        : {
            button: kubernetesMessages.deletePod,
            title: kubernetesMessages.deletePodTitle,
            message: kubernetesMessages.deletePodText,
            done: kubernetesMessages.podDeleted,
          }
  async function run(): Promise<void> {
    if (api !== undefined) await client.rollOut(place, { api, plural: row.type })
    else await client.deletePod(place)
    alerts.post({ message: text(words.done, { name }), severity: 'success', display: 'transient' })
  }
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
        {text(words.button)}
      </Button>
      <TypedConfirm
        open={isAsking}
        title={text(words.title, { name })}
        message={text(words.message)}
        confirm={text(words.button)}
        name={name}
        onConfirm={run}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
