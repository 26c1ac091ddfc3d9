import { isBasic, type Credential, type Credentials, type SecurityScheme } from '@portico/api-docs/common'
import { useText } from '@portico/core/web'
import { Button, TextInput } from '@portico/ui'
import { tryMessages } from './messages.ts'
import styles from './Try.module.css'

interface CredentialFieldsProps {
  readonly schemes: readonly SecurityScheme[]
  readonly credentials: Credentials
  readonly onChange: (scheme: string, credential: Credential) => void
  readonly onForget: () => void
}

/** Fields for what proves to the API who its caller is. */
export function CredentialFields({ schemes, credentials, onChange, onForget }: CredentialFieldsProps) {
  const text = useText()
  if (schemes.length === 0) return <></>
  const hasAny = Object.values(credentials).some(({ value, user }) => value !== '' || Boolean(user))
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{text(tryMessages.authorisation)}</legend>
      <div className={styles.fields}>
        {schemes.map(scheme => {
          const { name } = scheme
          const credential = credentials[name] ?? { value: '' }
          const label = isBasic(scheme) ? tryMessages.password : scheme.type === 'apiKey' ? tryMessages.key : tryMessages.token
          return (
            <div key={name} className={styles.pair}>
              {isBasic(scheme) && (
                <TextInput
                  label={text(tryMessages.user, { scheme: name })}
                  autoComplete="off"
                  value={credential.user ?? ''}
                  onChange={event => onChange(name, { ...credential, user: event.currentTarget.value })}
                />
              )}
              <TextInput
                type="password"
                label={text(label, { scheme: name })}
                // A password manager would keep it.
                autoComplete="off"
                data-1p-ignore
                value={credential.value}
                onChange={event => onChange(name, { ...credential, value: event.currentTarget.value })}
              />
            </div>
          )
        })}
      </div>
      <div className={styles.below}>
        <span className={styles.hint}>{text(tryMessages.authorisationHint)}</span>
        {hasAny && (
          <Button variant="subtle" size="compact-xs" onClick={onForget}>
            {text(tryMessages.forget)}
          </Button>
        )}
      </div>
    </fieldset>
  )
}
