import { textOf } from '@portico/core/common'
import { useApi, useQuery, useText } from '@portico/core/web'
import type { ScmIntegration } from '@portico/integrations/common'
import { scmIntegrationsApiRef } from '@portico/integrations/web'
import { readRepoUrl, repoUrlProblems, stringifyRepoUrl, type RepoUrlParts } from '@portico/scaffolder/common'
import { Autocomplete, Button, fromList, SkeletonRows, WarningPanel } from '@portico/ui'
import { useEffect, useEffectEvent, useMemo } from 'react'
import type { FormFieldModule, FormFieldProps } from '../form/form-field.ts'
import { textsOf } from '../form/json-fields.ts'
import { formMessages } from '../messages.ts'
import { scaffolderClientApiRef } from '../apis.ts'
import styles from './fields.module.css'
import { allowedFor, completeParts, isOptional, partsOf, type RepoPart } from './repo-parts.ts'
import { RepoPartField } from './RepoPartField.tsx'
import { useScmToken } from './use-scm-token.ts'

type Props = FormFieldProps<string>

function RepoUrlPickerView(props: Props) {
  const { value, options, onChange } = props
  const text = useText()
  const client = useApi(scaffolderClientApiRef)
  const allowedHosts = textsOf(options['allowedHosts'])
  const {
    data: integrations,
    error,
    refetch,
  } = useQuery({
    queryKey: ['scaffolder', 'integrations', allowedHosts],
    queryFn: () => client.listIntegrations({ allowedHosts }),
  })
  // An allowed host that is not configured can be chosen too; creating says what is missing.
  const hosts = useMemo(
    () => toHosts(allowedHosts, integrations ?? []),
    // oxlint-disable-next-line react/exhaustive-deps -- the list is new with every render, its text is not
    [allowedHosts.join(), integrations],
  )
  const given = readRepoUrl(typeof value === 'string' ? value : '') ?? {}
  const host = given.host ?? hosts[0]?.host
  const platform = hosts.find(each => each.host === host)?.type
  const complete = completeParts({ ...given, host }, { options, platform })
  const wanted = integrations && stringifyRepoUrl(complete)
  const fill = useEffectEvent(() => {
    if (wanted !== undefined && wanted !== value) onChange(wanted)
  })
  useEffect(() => fill(), [wanted])
  if (error) {
    return (
      <WarningPanel
        severity="error"
        title={text(formMessages.hostsFailed)}
        action={
          <Button variant="default" size="xs" onClick={() => void refetch()}>
            {text(formMessages.tryAgain)}
          </Button>
        }
      >
        {error.message}
      </WarningPanel>
    )
  }
  if (!integrations) return <SkeletonRows rows={2} />
  return <Location {...props} hosts={hosts} parts={complete} platform={platform} />
}

function toHosts(allowedHosts: readonly string[], integrations: readonly ScmIntegration[]): readonly ScmIntegration[] {
  if (allowedHosts.length === 0) return integrations
  return allowedHosts.map(host => integrations.find(each => each.host === host) ?? { host, title: host, type: 'unknown' })
}

interface LocationProps extends Props {
  readonly hosts: readonly ScmIntegration[]
  readonly parts: RepoUrlParts
  readonly platform: string | undefined
}

function Location({ hosts, parts, platform, options, onChange, required, disabled, invalid }: LocationProps) {
  const text = useText()
  const { token, failure, retry } = useScmToken(options, parts.host)
  const load = useMemo(() => fromList(hosts.map(({ host, title }) => ({ value: host, label: host, hint: title }))), [hosts])
  const set = (next: RepoUrlParts) => onChange(stringifyRepoUrl(next))
  const isSuggested = (part: RepoPart) => token !== undefined && !(part === 'repo' && options['disableRepoAutocomplete'] === true)
  return (
    <>
      <div className={styles.parts}>
        <Autocomplete
          label={text(formMessages.repoHost)}
          load={load}
          value={parts.host === undefined ? undefined : { value: parts.host, label: parts.host }}
          // What was said about another host does not hold for this one.
          onChange={option => option && set({ host: option.value, repo: parts.repo })}
          required={required}
          disabled={disabled || hosts.length === 1}
          invalid={invalid && parts.host === undefined}
        />
        {partsOf(platform).map(part => (
          <RepoPartField
            key={`${parts.host} ${part}`}
            label={labelOf(part, platform, options, text)}
            help={textOf(options[part === 'repo' ? 'repoDescription' : part === 'owner' ? 'ownerDescription' : ''])}
            value={parts[part]}
            onChange={next => set({ ...parts, [part]: next })}
            allowed={allowedFor(part, options, platform)}
            part={part}
            query={isSuggested(part) ? { platform, token, parts } : undefined}
            required={!isOptional(platform, part)}
            disabled={disabled}
            invalid={invalid && !parts[part] && !isOptional(platform, part)}
          />
        ))}
      </div>
      {failure !== undefined && (
        <WarningPanel
          title={text(formMessages.noCredentials)}
          action={
            <Button variant="default" size="xs" onClick={retry}>
              {text(formMessages.tryAgain)}
            </Button>
          }
        >
          {failure}
        </WarningPanel>
      )}
    </>
  )
}

function labelOf(part: RepoPart, platform: string | undefined, options: Props['options'], text: ReturnType<typeof useText>): string {
  const own = textOf(options[part === 'repo' ? 'repoLabel' : part === 'owner' ? 'ownerLabel' : ''])
  if (own !== undefined) return own
  if (part === 'workspace') return text(platform === 'gerrit' ? formMessages.repoParent : formMessages.repoWorkspace)
  return text(
    {
      owner: formMessages.repoOwner,
      organization: formMessages.repoOrganization,
      project: formMessages.repoProject,
      repo: formMessages.repoName,
    }[part],
  )
}

const list = { type: 'array', items: { type: 'string' } }

/** The location of a repository that exists or will: host, owner and name, as the platform of the host has them. */
export const repoUrlPicker: FormFieldModule = {
  View: RepoUrlPickerView,
  isGroup: true,
  async validate(value, { addError, api }) {
    if (typeof value !== 'string' || value === '') return
    const integrations = await api(scmIntegrationsApiRef).list()
    const platformOf = (host: string) => integrations.find(each => each.host === host)?.type
    repoUrlProblems(value, platformOf).forEach(addError)
  },
  valueSchema: { type: 'string' },
  optionsSchema: {
    type: 'object',
    properties: {
      allowedHosts: list,
      allowedOrganizations: list,
      allowedOwners: list,
      allowedProjects: list,
      allowedRepos: list,
      ownerLabel: { type: 'string' },
      ownerDescription: { type: 'string' },
      repoLabel: { type: 'string' },
      repoDescription: { type: 'string' },
      disableRepoAutocomplete: { type: 'boolean' },
      requestUserCredentials: {
        type: 'object',
        required: ['secretsKey'],
        properties: {
          secretsKey: { type: 'string' },
          additionalScopes: {
            type: 'object',
            properties: { gitea: list, gerrit: list, github: list, gitlab: list, bitbucket: list, azure: list },
          },
        },
      },
    },
  },
}
