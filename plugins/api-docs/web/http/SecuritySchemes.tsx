import type { OAuthFlow, SecurityScheme } from '@portico/api-docs/common'
import { Link, useText } from '@portico/core/web'
import { Description } from '../definition/Description.tsx'
import { Fold } from '../definition/Fold.tsx'
import { PartSection } from '../definition/PartHeader.tsx'
import styles from './Http.module.css'
import { httpMessages } from './messages.ts'

/** How callers prove who they are. */
export function SecuritySchemes({ schemes }: { readonly schemes: readonly SecurityScheme[] }) {
  const text = useText()
  if (schemes.length === 0) return undefined
  return (
    <PartSection title={text(httpMessages.security)}>
      <ul className={styles.servers}>
        {schemes.map(scheme => (
          <li key={scheme.name} className={styles.server}>
            <div className={styles.head}>
              <code className={styles.url}>{scheme.name}</code>
              <SchemeKind scheme={scheme} />
              {scheme.isDeprecated && <span className={styles.note}>{text(httpMessages.deprecated)}</span>}
            </div>
            <Description text={scheme.description} />
            {scheme.openIdConnectUrl !== undefined && <Link to={scheme.openIdConnectUrl}>{scheme.openIdConnectUrl}</Link>}
            {scheme.flows?.map(flow => (
              <Flow key={flow.flow} flow={flow} />
            ))}
          </li>
        ))}
      </ul>
    </PartSection>
  )
}

function SchemeKind({ scheme }: { readonly scheme: SecurityScheme }) {
  const text = useText()
  const kinds: Readonly<Record<string, string>> = {
    apiKey: text(httpMessages.apiKey, { name: scheme.parameter ?? '', place: scheme.in ?? '' }),
    http: [text(httpMessages.httpScheme, { scheme: scheme.scheme ?? '' }), scheme.bearerFormat].filter(Boolean).join(', '),
    oauth2: 'OAuth 2',
    openIdConnect: text(httpMessages.openIdConnect),
    mutualTLS: text(httpMessages.mutualTls),
  }
  return <span className={styles.note}>{kinds[scheme.type] ?? scheme.type}</span>
}

function Flow({ flow }: { readonly flow: OAuthFlow }) {
  const text = useText()
  const addresses = [
    [httpMessages.authorizationUrl, flow.authorizationUrl],
    [httpMessages.deviceUrl, flow.deviceAuthorizationUrl],
    [httpMessages.tokenUrl, flow.tokenUrl],
    [httpMessages.refreshUrl, flow.refreshUrl],
  ] as const
  return (
    <div className={styles.flow}>
      <dl className={styles.facts}>
        <dt>{text(httpMessages.flow)}</dt>
        <dd>{flow.flow}</dd>
        {addresses.map(
          ([label, address]) =>
            address !== undefined && (
              <div key={label.key} className={styles.fact}>
                <dt>{text(label)}</dt>
                <dd>
                  <code>{address}</code>
                </dd>
              </div>
            ),
        )}
      </dl>
      {flow.scopes.length > 0 && (
        <Fold title={`${text(httpMessages.scopes)} (${flow.scopes.length})`}>
          {() => (
            <dl className={styles.scopes}>
              {flow.scopes.map(([name, description]) => (
                <div key={name} className={styles.fact}>
                  <dt>
                    <code>{name}</code>
                  </dt>
                  <dd>{description}</dd>
                </div>
              ))}
            </dl>
          )}
        </Fold>
      )}
    </div>
  )
}
