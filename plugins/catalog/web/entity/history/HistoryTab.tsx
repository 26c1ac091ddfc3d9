import { compoundRefOf } from '@portico/catalog/common'
import { useNavigate, useRouteRef, useText } from '@portico/core/web'
import { Button, Content, Stack, TextInput } from '@portico/ui'
import { useState, type FormEvent } from 'react'
import { useEntity } from '../../entity-context.tsx'
import { entityRoute } from '../../routes.ts'
import { entityMessages } from '../messages.ts'
import { EntityHistoryList } from './EntityHistoryList.tsx'
import styles from './History.module.css'

/** The history of the entity, and a form to view it as of a moment. */
export function HistoryTab() {
  const { kind, namespace, name } = compoundRefOf(useEntity())
  const params = { kind: kind.toLowerCase(), namespace: namespace.toLowerCase(), name }
  return (
    <Content>
      <Stack>
        <AsOfForm base={useRouteRef(entityRoute)(params)} />
        <EntityHistoryList params={params} limit={20} />
      </Stack>
    </Content>
  )
}

/** Any moment, not only that of a change. The field is in local time. */
function AsOfForm({ base }: { base: string }) {
  const text = useText()
  const navigate = useNavigate()
  const [moment, setMoment] = useState('')
  const date = new Date(moment)
  const isMoment = !Number.isNaN(date.getTime())
  function look(event: FormEvent) {
    event.preventDefault()
    if (isMoment) void navigate(`${base}?asOf=${encodeURIComponent(date.toISOString())}`)
  }
  return (
    <form className={styles.form} onSubmit={look}>
      <TextInput
        type="datetime-local"
        step={1}
        label={text(entityMessages.asOf)}
        value={moment}
        onChange={event => setMoment(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={!isMoment}>
        {text(entityMessages.viewThen)}
      </Button>
    </form>
  )
}
