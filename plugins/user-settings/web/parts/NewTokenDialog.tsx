import { useCall, useText } from '@portico/core/web'
import {
  Button,
  CopyButton,
  Dialog,
  ErrorPanel,
  fromList,
  MultiSelect,
  Radio,
  SegmentedControl,
  TextInput,
  WarningPanel,
  type Option,
} from '@portico/ui'
import { accessTokenLimits, userSettingsApi, type AccessTokenScope } from '@portico/user-settings/common'
import { useId, useMemo, useState } from 'react'
import { settingsMessages } from '../messages.ts'
import styles from './NewTokenDialog.module.css'

export interface NewTokenDialogProps {
  readonly open: boolean
  readonly onClose: () => void
  /** What a token can be limited to. */
  readonly plugins: readonly string[]
  readonly maxDays: number
}

const lifetimes = [7, 30, 90, 365]
const choices = [
  { value: 'read', label: settingsMessages.readOnly, hint: settingsMessages.readOnlyHint },
  { value: 'full', label: settingsMessages.fullAccess, hint: settingsMessages.fullAccessHint },
] as const

/** Asks what the token is for, then shows it once. */
export function NewTokenDialog({ open, onClose, plugins, maxDays }: NewTokenDialogProps) {
  const text = useText()
  const create = useCall(userSettingsApi.createAccessToken)
  const [name, setName] = useState('')
  const [access, setAccess] = useState<AccessTokenScope['access']>('read')
  const [chosen, setChosen] = useState<readonly Option[]>([])
  const days = [...new Set(lifetimes.map(each => Math.min(each, maxDays)))]
  const [expiresInDays, setExpires] = useState(days[1] ?? days[0] ?? maxDays)
  const form = useId()

  function close() {
    create.reset()
    setName('')
    setAccess('read')
    setChosen([])
    onClose()
  }
  function submit() {
    const scope = { access, ...(chosen.length > 0 && { plugins: chosen.map(({ value }) => value) }) }
    create.mutate({ body: { name, scope, expiresInDays } })
  }

  if (create.data) return <CreatedToken open={open} token={create.data.token} onClose={close} />
  return (
    <Dialog
      open={open}
      onClose={close}
      title={text(settingsMessages.newToken)}
      footer={
        <Button type="submit" form={form} loading={create.isPending} disabled={name.trim() === ''}>
          {text(settingsMessages.createToken)}
        </Button>
      }
    >
      <form
        id={form}
        className={styles.form}
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        {create.error && <ErrorPanel title={create.error.message} />}
        <TextInput
          label={text(settingsMessages.tokenName)}
          description={text(settingsMessages.tokenNameHint)}
          maxLength={accessTokenLimits.nameLength}
          value={name}
          data-autofocus
          onChange={event => setName(event.currentTarget.value)}
        />
        <Radio.Group
          label={text(settingsMessages.tokenAccess)}
          value={access}
          onChange={value => setAccess(value === 'full' ? 'full' : 'read')}
        >
          <div className={styles.choices}>
            {choices.map(({ value, label, hint }) => (
              <Radio key={value} value={value} aria-label={text(label)} label={text(label)} description={text(hint)} />
            ))}
          </div>
        </Radio.Group>
        <PluginField plugins={plugins} chosen={chosen} onChange={setChosen} />
        <SegmentedControl
          label={text(settingsMessages.expires)}
          segments={days.map(count => ({ value: String(count), label: text(settingsMessages.days, { count }) }))}
          value={String(expiresInDays)}
          onChange={value => setExpires(Number(value))}
        />
      </form>
    </Dialog>
  )
}

function PluginField({
  plugins,
  chosen,
  onChange,
}: {
  plugins: readonly string[]
  chosen: readonly Option[]
  onChange: (chosen: readonly Option[]) => void
}) {
  const text = useText()
  const load = useMemo(() => fromList(plugins.toSorted().map(id => ({ value: id, label: id }))), [plugins])
  return (
    <MultiSelect
      label={text(settingsMessages.tokenPlugins)}
      help={text(settingsMessages.tokenPluginsHint)}
      placeholder={text(settingsMessages.allPlugins)}
      values={chosen}
      onChange={onChange}
      load={load}
    />
  )
}

function CreatedToken({ open, token, onClose }: { open: boolean; token: string; onClose: () => void }) {
  const text = useText()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={text(settingsMessages.tokenCreated)}
      footer={<Button onClick={onClose}>{text(settingsMessages.done)}</Button>}
    >
      <div className={styles.form}>
        <WarningPanel title={text(settingsMessages.tokenOnce)} />
        <div className={styles.token}>
          <code className={styles.code}>{token}</code>
          <CopyButton value={token} label={text(settingsMessages.copyToken)} />
        </div>
      </div>
    </Dialog>
  )
}
