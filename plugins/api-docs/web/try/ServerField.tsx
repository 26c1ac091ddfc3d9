import type { AllowedServer } from '@portico/api-docs/common'
import { useText } from '@portico/core/web'
import { Code, Select, TextInput } from '@portico/ui'
import { tryMessages } from './messages.ts'
import styles from './Try.module.css'

interface ServerFieldProps {
  readonly servers: readonly AllowedServer[]
  readonly at: number
  readonly onChoose: (at: number) => void
  readonly variables: Readonly<Record<string, string>>
  readonly onVariables: (variables: Readonly<Record<string, string>>) => void
}

/** Which server a request goes to, and the variables of its address. */
export function ServerField({ servers, at, onChoose, variables, onVariables }: ServerFieldProps) {
  const text = useText()
  const chosen = servers[at] ?? servers[0]
  const options = servers.map(({ url, server }, index) => ({
    value: String(index),
    label: server?.description === undefined ? url : `${url} (${server.description})`,
  }))
  return (
    <div className={styles.fields}>
      {servers.length > 1 ? (
        <div className={styles.wide}>
          <Select label={text(tryMessages.server)} value={String(at)} options={options} onChange={value => onChoose(Number(value))} />
        </div>
      ) : (
        <div className={styles.wide}>
          <div className={styles.label}>{text(tryMessages.server)}</div>
          <Code>{chosen?.url ?? ''}</Code>
        </div>
      )}
      {(chosen?.server?.variables ?? []).map(({ name, default: initial = '', enum: known, description }) => {
        const value = variables[name] ?? initial
        const change = (next: string) => onVariables({ ...variables, [name]: next })
        if (known?.length) {
          const choices = known.map(each => ({ value: each, label: each }))
          return <Select key={name} label={name} value={value} options={choices} onChange={change} />
        }
        return (
          <TextInput
            key={name}
            label={name}
            description={description}
            value={value}
            onChange={event => change(event.currentTarget.value)}
          />
        )
      })}
    </div>
  )
}
