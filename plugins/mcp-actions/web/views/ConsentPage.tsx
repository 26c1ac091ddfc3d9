import { presentEntity } from '@portico/catalog/web'
import { query, RequestErrorPanel, useCall, useParams, useQuery, useText } from '@portico/core/web'
import { mcpActionsApi, type AgentRequest, type OfferedScope } from '@portico/mcp-actions/common'
import { Button, Checkbox, Content, ErrorPanel, InfoCard, Page, PageHeader, Select, SkeletonRows, WarningPanel } from '@portico/ui'
import { useState } from 'react'
import { agentTabMessages } from '../messages.ts'
import { agentMessages } from '../page-messages.ts'
import styles from '../parts/Agents.module.css'

const lifetimes = [1, 7, 30, 90, 365]

/** Asks the user whether an agent may act for them: who asks, what it may do, and for how long. */
export function ConsentPage() {
  const text = useText()
  const { id = '' } = useParams()
  // Once it is decided the request is gone: it is not read again while the browser leaves.
  const [isDecided, setDecided] = useState(false)
  const { data, error } = useQuery({
    ...query(mcpActionsApi.getAgentRequest, { params: { id } }),
    staleTime: Infinity,
    retry: false,
    enabled: !isDecided,
  })
  // A page around this one could lay something over the button.
  if (window.top !== window.self) return <ErrorPanel title={text(agentMessages.framed)} />
  return (
    <Page>
      <PageHeader title={data ? text(agentMessages.consentTitle, { name: data.clientName }) : text(agentTabMessages.connect)} />
      <Content>
        <div className={styles.narrow}>
          {error ? (
            <RequestErrorPanel error={error} title={text(agentMessages.failed)} />
          ) : data ? (
            <Consent request={data} onDecide={setDecided} />
          ) : (
            <InfoCard title={text(agentTabMessages.connect)}>
              <SkeletonRows rows={6} />
            </InfoCard>
          )}
        </div>
      </Content>
    </Page>
  )
}

interface ConsentProps {
  readonly request: AgentRequest
  readonly onDecide: (isDecided: boolean) => void
}

function Consent({ request, onDecide }: ConsentProps) {
  const text = useText()
  const { id, scopes, maxDays } = request
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(scopes.map(({ scope }) => scope)))
  const choices = [...new Set(lifetimes.map(each => Math.min(each, maxDays)))]
  const [days, setDays] = useState(choices.find(each => each >= 30) ?? choices.at(-1) ?? 1)
  const decide = useCall(mcpActionsApi.decideAgentRequest)
  const send = (decision: 'allow' | 'refuse') => {
    onDecide(true)
    decide.mutate(
      { params: { id }, body: { decision, scopes: [...chosen], days } },
      { onSuccess: ({ redirectTo }) => window.location.assign(redirectTo), onError: () => onDecide(false) },
    )
  }
  const toggle = (scope: string) => {
    const next = new Set(chosen)
    if (!next.delete(scope)) next.add(scope)
    setChosen(next)
  }
  const isBusy = decide.isPending || decide.isSuccess
  return (
    <InfoCard
      title={request.clientName}
      subtitle={text(agentMessages.consentUser, { user: presentEntity(request.user, { defaultKind: 'user' }).primaryTitle })}
    >
      <div className={styles.column}>
        <Origin request={request} />
        <ScopeList
          title={text(agentMessages.itMay)}
          scopes={scopes.filter(({ writes }) => !writes)}
          request={request}
          chosen={chosen}
          onToggle={toggle}
        />
        <ScopeList
          title={text(agentMessages.itMayChange)}
          scopes={scopes.filter(({ writes }) => writes)}
          request={request}
          chosen={chosen}
          onToggle={toggle}
        />
        <Select
          label={text(agentMessages.howLong)}
          value={String(days)}
          options={choices.map(count => ({ value: String(count), label: text(agentMessages.days, { count }) }))}
          onChange={value => setDays(Number(value))}
        />
        {chosen.size === 0 && <p className={styles.hint}>{text(agentMessages.chooseOne)}</p>}
        {decide.error && <ErrorPanel title={decide.error.message} />}
        <div className={styles.buttons}>
          <Button loading={isBusy} disabled={chosen.size === 0} onClick={() => send('allow')}>
            {text(agentMessages.allow)}
          </Button>
          <Button variant="default" disabled={isBusy} onClick={() => send('refuse')}>
            {text(agentMessages.deny)}
          </Button>
        </div>
      </div>
    </InfoCard>
  )
}

function Origin({ request: { clientId, isKnownByAddress, isLocal, redirectHost } }: { request: AgentRequest }) {
  const text = useText()
  return (
    <>
      {isKnownByAddress ? (
        <p className={styles.hint}>{text(agentMessages.knownClient, { address: clientId })}</p>
      ) : (
        <WarningPanel title={isLocal ? text(agentMessages.unknownClient) : text(agentMessages.unknownElsewhere, { host: redirectHost })} />
      )}
      {/* Whole, however long: it is what tells a program on this machine from a page of somebody else. */}
      <p className={styles.sentTo}>
        {text(agentMessages.sentTo)} <strong>{redirectHost}</strong>
        {isLocal && ` (${text(agentMessages.thisMachine)})`}
      </p>
    </>
  )
}

interface ScopeListProps {
  readonly title: string
  readonly scopes: readonly OfferedScope[]
  readonly request: AgentRequest
  readonly chosen: ReadonlySet<string>
  readonly onToggle: (scope: string) => void
}

function ScopeList({ title, scopes, request, chosen, onToggle }: ScopeListProps) {
  const text = useText()
  if (scopes.length === 0) return null
  return (
    <fieldset className={styles.scopes}>
      <legend>{title}</legend>
      {scopes.map(({ scope, tools }) => (
        <Checkbox
          key={scope}
          checked={chosen.has(scope)}
          onChange={() => onToggle(scope)}
          label={
            <span>
              <strong>{scope}</strong>
              {request.alreadyAllowed.includes(scope) && <em> {text(agentMessages.already)}</em>}
              <span className={styles.what}>{tools.join(', ')}</span>
            </span>
          }
        />
      ))}
    </fieldset>
  )
}
